import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApiQueries } from '#api/use-api.tsx';
import { chosenUnit, inUnit, type ChosenUnit, type InUnit } from '#i18n/chosen-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { usePreferences } from './preferences.tsx';

/** Amounts that come in dollars, in the visitor's currency. The page brings the rates along. */
export function useInUnit(): InUnit & ChosenUnit {
  const format = useFormat();
  const { currency: wanted } = usePreferences();
  const { data } = useQuery(useApiQueries().rates());
  return useMemo(() => {
    const unit = chosenUnit(wanted, data?.rates);
    return { ...inUnit(unit, format), ...unit };
  }, [wanted, data, format]);
}
