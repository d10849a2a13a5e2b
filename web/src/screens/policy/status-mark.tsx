import type { PolicyStatus } from '@tidemark/contract/policy.ts';
import { useText } from '#i18n/text.tsx';

/** A shape for each, so that colour is not the only difference. */
export const StatusMark = ({ status }: { status: PolicyStatus }) => <i className="policy-mark" data-status={status} aria-hidden="true" />;

export function Status({ status }: { status: PolicyStatus }) {
  const t = useText();
  return (
    <span className="policy-status">
      <StatusMark status={status} />
      {t(`policy.status.${status}`)}
    </span>
  );
}
