import type { ReactElement } from 'react';
import { getPaidMessages } from '../messages/en-get-paid.ts';
import { AreaField, SelectField } from '../ui/field.tsx';
import { type AccessDraft, readWallets } from './access-draft.ts';

const messages = getPaidMessages.access;

interface Props {
  readonly draft: AccessDraft;
  readonly onDraft: (draft: AccessDraft) => void;
  /** What is wrong with the list. */
  readonly listProblems: readonly string[];
  readonly screeningProblem: string | undefined;
}

/** Who may pay the link, and what is shown before: as the destination says, or otherwise for this link alone. */
export function AccessFields({
  draft,
  onDraft,
  listProblems,
  screeningProblem,
}: Props): ReactElement {
  const { payers, wallets, screening, shown } = draft;
  return (
    <fieldset className="grid min-w-0 gap-4 border-t border-line pt-4">
      <legend className="float-left mb-1 w-full font-semibold">{messages.title}</legend>
      <p className="clear-both text-sm text-muted">{messages.text}</p>
      <SelectField
        label={messages.payers.label}
        value={payers}
        options={messages.payers.options}
        onText={(text) =>
          onDraft({ ...draft, payers: chosen(messages.payers.options, text, payers) })
        }
      />
      {payers === 'listed' && (
        <AreaField
          label={messages.wallets}
          hint={messages.walletsHint(readWallets(wallets).length)}
          problem={listProblems.length === 0 ? undefined : listProblems.join(' ')}
          value={wallets}
          onText={(text) => onDraft({ ...draft, wallets: text })}
        />
      )}
      <SelectField
        label={messages.screening.label}
        hint={isVendor(screening) ? messages.vendorHint : undefined}
        problem={screeningProblem}
        value={screening}
        options={messages.screening.options}
        onText={(text) =>
          onDraft({ ...draft, screening: chosen(messages.screening.options, text, screening) })
        }
      />
      <SelectField
        label={messages.shown.label}
        hint={messages.shown.hints[shown]}
        value={shown}
        options={messages.shown.options}
        onText={(text) => onDraft({ ...draft, shown: chosen(messages.shown.options, text, shown) })}
      />
    </fieldset>
  );
}

function isVendor(screening: AccessDraft['screening']): boolean {
  return screening !== 'inherit' && screening !== 'off';
}

/** The option of this value; what was chosen before where there is none. */
function chosen<Value extends string>(
  options: readonly (readonly [value: Value, text: string])[],
  text: string,
  before: Value,
): Value {
  return options.find(([value]) => value === text)?.[0] ?? before;
}
