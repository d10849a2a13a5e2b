// The frame around a module: its name, the way to the page behind it, and a failure that stays inside.
import type { OverviewModule } from '@tidemark/contract/site.ts';
import { Component, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FailedBand } from '#features/figures/failed-band.tsx';
import { useText } from '#i18n/text.tsx';
import { browserApp } from '#page/browser.ts';

interface ModuleFrameProps {
  readonly name: OverviewModule;
  /** Beside the name. */
  readonly head?: ReactNode;
  /** Where there is more of it. */
  readonly more?: string;
  /** What that is called, where 'more' says too little. */
  readonly moreText?: string;
  readonly children: ReactNode;
}

export function ModuleFrame({ name, head, more, moreText, children }: ModuleFrameProps) {
  const t = useText();
  const title = t(`overview.module.${name}`);
  return (
    <>
      <div className="mod-head">
        <h2 id={`ov-${name}`}>{title}</h2>
        {head}
        {more && (
          <Link className="ov-more" to={more}>
            {moreText ?? (
              <>
                {t('overview.more')}
                <span className="sr-only"> {title}</span>
              </>
            )}
          </Link>
        )}
      </div>
      {children}
    </>
  );
}

interface Asked {
  readonly isError: boolean;
  readonly error?: unknown;
  readonly data: unknown;
  refetch(): unknown;
}

/** What a module shows in place of itself while its question has no answer but a refusal. */
export function AskedFor({ query, children }: { query: Asked; children: ReactNode }) {
  const t = useText();
  if (!query.isError || query.data !== undefined) return children;
  return <Failure error={query.error} onRetry={() => void query.refetch()} text={t('overview.failed')} />;
}

function Failure(failed: { error?: unknown; text: string; onRetry(): void }) {
  return (
    <div role="status">
      <FailedBand error={null} {...failed} />
    </div>
  );
}

/** A module that cannot be drawn leaves the others alone. */
export class ModuleGuard extends Component<{ readonly text: string; readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    browserApp().report('render', error instanceof Error ? error.message : String(error), error);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <Failure text={this.props.text} onRetry={() => this.setState({ hasFailed: false })} />;
  }
}
