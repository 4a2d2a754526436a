import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { plainText } from '../../../ui/plain-text.ts';
import { savedMessages as messages } from '../../messages/en-payouts.ts';
import { SelectField } from '../../ui/field.tsx';
import { savedPayoutsQuery } from './queries.ts';

interface Props {
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** Fills the form of a payout from one that was saved; nothing where none was. */
export function ChooseSaved({ chosen, onChoose }: Props): ReactElement | null {
  const saved = useQuery(savedPayoutsQuery).data?.savedPayouts ?? [];
  if (saved.length === 0) return null;
  return (
    <div className="mb-4 border-b border-line pb-4">
      <SelectField
        label={messages.fill}
        hint={messages.fillHint}
        value={saved.some(({ id }) => id === chosen) ? (chosen ?? '') : ''}
        options={[
          ['', messages.fillNone],
          ...saved.map(({ id, label }) => [id, plainText(label)] as const),
        ]}
        onText={(id) => onChoose(id === '' ? undefined : id)}
      />
    </div>
  );
}
