import type { ReactElement } from 'react';
import { useChange } from '../api/use-change.ts';
import { Confirm } from './confirm.tsx';

interface Props {
  readonly texts: {
    readonly remove: string;
    readonly removeTitle: string;
    readonly removeText: string;
  };
  readonly onRemove: (header: { readonly 'Idempotency-Key': string }) => Promise<void>;
  /** What is read anew afterwards. */
  readonly changes: string;
}

/** Removes something of the account once it is confirmed. */
export function Remove({ texts, onRemove, changes }: Props): ReactElement {
  const remove = useChange((header) => onRemove(header), [changes]);
  return (
    <Confirm
      label={texts.remove}
      kind="danger"
      title={texts.removeTitle}
      text={texts.removeText}
      onConfirm={() => remove.mutateAsync()}
      isBusy={remove.isPending}
      error={remove.error}
    />
  );
}
