import { useQueryClient } from '@tanstack/react-query';
import { useSubmit, type Submit } from '#features/session/use-submit.ts';
import { useText } from '#i18n/text.tsx';
import { useToast } from '#ui/toast.tsx';

/** Something of the account changes: one at a time, then it is read again and a toast says so. */
export function useAccountChange(): Submit & { change(work: () => Promise<unknown>, onDone: () => void, said?: string): void } {
  const t = useText();
  const toast = useToast();
  const queryClient = useQueryClient();
  const submit = useSubmit();
  const change = (work: () => Promise<unknown>, onDone: () => void, said = t('accounts.saved')) =>
    void submit.run(async () => {
      await work();
      await queryClient.invalidateQueries({ queryKey: ['userInfo'] });
      toast(said);
      onDone();
    });
  return { ...submit, change };
}
