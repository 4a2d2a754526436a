import type { ReactElement } from 'react';
import { keyMessages } from '../messages/en-keys.ts';
import { AreaField, TextField } from '../ui/field.tsx';
import { Refused } from '../ui/page-error.tsx';

const messages = keyMessages.clientIds;

/** What is written of a client ID: its domains one a line. */
export interface ClientIdDraft {
  readonly label: string;
  readonly domains: string;
}

interface Props {
  readonly draft: ClientIdDraft;
  readonly onDraft: (draft: ClientIdDraft) => void;
  readonly error: Error | null;
}

/** The fields of a new client ID and of a changed one. */
export function ClientIdForm({ draft, onDraft, error }: Props): ReactElement {
  return (
    <>
      <TextField
        label={messages.label}
        required
        maxLength={100}
        value={draft.label}
        onText={(label) => onDraft({ ...draft, label })}
      />
      <AreaField
        label={messages.domains}
        hint={messages.domainsHint}
        value={draft.domains}
        onText={(domains) => onDraft({ ...draft, domains })}
      />
      <Refused error={error} />
    </>
  );
}
