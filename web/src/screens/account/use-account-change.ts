import { useQueryClient } from '@tanstack/react-query';
import { useSubmit, type Submit } from '#features/account-forms/use-submit.ts';
import { useText } from '#i18n/text.tsx';
import { useToast } from '#ui/toast.tsx';

/** Something of the account changes: one at a time, then a toast says so and it is read again. */
export function useAccountChange(): Submit & { change(work: () => Promise<unknown>, onDone: () => void, said?: string): void } {
  const t = useText();
  const toast = useToast();
  const queryClient = useQueryClient();
  const submit = useSubmit();
  const change = (work: () => Promise<unknown>, onDone: () => void, said = t('accounts.saved')) =>
    void submit.run(async () => {
      await work();
      // It is done, whether or not it can be read again at once.
      toast(said);
      onDone();
      void queryClient.invalidateQueries({ queryKey: ['userInfo'] });
    });
  return { ...submit, change };
}
