import { type ReactElement, useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import type { FeeConfig } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { feeMessages } from '../messages/en-fees.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Sentences } from '../ui/sentences.tsx';
import { type FeeDraft, feeDraftOf, NO_FEE, newTermsOf, termsOf } from './fee-draft.ts';
import { readPercent, writePercent } from './percent.ts';

const messages = feeMessages.own;

interface Props {
  /** Whose override it is; undefined is the default. */
  readonly clientId: string | undefined;
  /** The one that is changed; left out, a new one is added. */
  readonly config?: FeeConfig;
  readonly onDone?: () => void;
}

/** The form of a new fee, or of the terms of one that exists; it is read back before it is saved. */
export function FeeConfigForm({ clientId, config, onDone }: Props): ReactElement {
  const [draft, setDraft] = useState(() => (config === undefined ? NO_FEE : feeDraftOf(config)));
  const save = useChange(
    async (header, input: FeeDraft) => {
      const named = clientId !== undefined && { clientId };
      if (config === undefined) {
        const terms = newTermsOf(input);
        if (terms === undefined) return;
        const sent = {
          params: { header },
          body: { ...terms, ...named, status: 'active' as const },
        };
        await answerOf(api.POST('/v2/orchestrators/fee-configs', sent));
        setDraft(NO_FEE);
      } else {
        const { id } = config;
        const sent = { params: { path: { id }, header }, body: { ...termsOf(input), ...named } };
        await answerOf(api.PATCH('/v2/orchestrators/fee-configs/{id}', sent));
      }
    },
    ['fee-configs'],
  );
  const confirm = async () => {
    await save.mutateAsync(draft);
    onDone?.();
  };
  const hasReceiver = `${draft.evmRecipientAddress}${draft.tronRecipientAddress}`.trim() !== '';
  return (
    <div className="grid max-w-lg gap-3">
      {config === undefined && <KindFields draft={draft} onDraft={setDraft} />}
      <TermFields draft={draft} onDraft={setDraft} />
      <div className="flex flex-wrap gap-2">
        <Confirm
          label={messages.submit}
          kind="primary"
          title={messages.confirmTitle}
          text={<Sentences texts={describeFee(draft)} />}
          isDisabled={termsOf(draft) === undefined || !hasReceiver}
          onConfirm={confirm}
          isBusy={save.isPending}
          error={save.error}
        />
        {onDone !== undefined && <Button onClick={onDone}>{messages.cancel}</Button>}
      </div>
    </div>
  );
}

function describeFee(draft: FeeDraft): readonly string[] {
  const { flow, feeBearer, percent, usdCap } = draft;
  const evm = draft.evmRecipientAddress.trim();
  const tron = draft.tronRecipientAddress.trim();
  const cap = usdCap.trim() === '' ? messages.noCap : messages.cap(usdCap.trim());
  const share = writePercent(readPercent(percent) ?? 0);
  const kind = messages.flows[flow];
  return [
    messages.confirm(
      `${kind.charAt(0).toLowerCase()}${kind.slice(1)}`,
      messages.terms(share, cap),
      messages.bearers[feeBearer],
    ),
    ...(evm === '' ? [] : [messages.confirmTo(messages.toEvm, evm)]),
    ...(tron === '' ? [] : [messages.confirmTo(messages.toTron, tron)]),
    messages.stays,
  ];
}

interface FieldsProps {
  readonly draft: FeeDraft;
  readonly onDraft: (draft: FeeDraft) => void;
}

function KindFields({ draft, onDraft }: FieldsProps): ReactElement {
  const { flows, bearers } = messages;
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <SelectField
        label={messages.flow}
        value={draft.flow}
        options={[
          ['incoming', flows.incoming],
          ['outgoing', flows.outgoing],
        ]}
        onText={(flow) =>
          onDraft({ ...draft, flow: flow === 'outgoing' ? 'outgoing' : 'incoming' })
        }
      />
      <SelectField
        label={messages.bearer}
        value={draft.feeBearer}
        options={[
          ['recipient', bearers.recipient],
          ['payer', bearers.payer],
        ]}
        onText={(bearer) =>
          onDraft({ ...draft, feeBearer: bearer === 'payer' ? 'payer' : 'recipient' })
        }
      />
    </div>
  );
}

function TermFields({ draft, onDraft }: FieldsProps): ReactElement {
  const isWrong = draft.percent.trim() !== '' && readPercent(draft.percent) === undefined;
  const input = (name: 'percent' | 'usdCap' | 'evmRecipientAddress' | 'tronRecipientAddress') => ({
    value: draft[name],
    onText: (text: string) => onDraft({ ...draft, [name]: text }),
    autoComplete: 'off',
    spellCheck: false,
    maxLength: 64,
  });
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          {...input('percent')}
          label={messages.percent}
          hint={messages.percentHint}
          problem={isWrong ? messages.percentProblem : undefined}
          inputMode="decimal"
        />
        <TextField
          {...input('usdCap')}
          label={messages.usdCap}
          hint={messages.usdCapHint}
          inputMode="decimal"
        />
      </div>
      <TextField {...input('evmRecipientAddress')} label={messages.evm} />
      <TextField
        {...input('tronRecipientAddress')}
        label={messages.tron}
        hint={messages.receiverHint}
      />
    </>
  );
}
