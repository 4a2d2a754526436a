import { type FormEvent, type ReactElement, useState } from 'react';
import { BRAND_COLORS } from '../../ui/brand-style.ts';
import { ApiError, answerOf, api } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { config } from '../config.ts';
import { orchestratorMessages } from '../messages/en-orchestrator.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { Refused } from '../ui/page-error.tsx';
import { type BrandDraft, brandDraftOf, brandingOf, colorsOf, isColor } from './brand-draft.ts';
import { BrandPreview } from './brand-preview.tsx';
import { ColorField } from './color-field.tsx';
import { ContrastMeter } from './contrast-meter.tsx';

const messages = orchestratorMessages.branding;

interface Props {
  readonly stored: Parameters<typeof brandDraftOf>[0];
  /** Whether the scope has this one, and does not merely inherit it. */
  readonly isOwn: boolean;
  readonly clientId: string | undefined;
  readonly onSaved: (isSaved: boolean) => void;
}

/** Colours and files of a branding, beside what they make of the pay page. */
export function BrandingForm({ stored, isOwn, clientId, onSaved }: Props): ReactElement {
  const [draft, setDraft] = useState(() => brandDraftOf(stored));
  const save = useChange(
    async (header, input: BrandDraft) => {
      const named = clientId !== undefined && { clientId };
      const sent = { params: { header }, body: { ...brandingOf(input), ...named } };
      if (isOwn) await answerOf(api.PATCH('/v2/orchestrators/branding', sent));
      else await answerOf(api.POST('/v2/orchestrators/branding', sent));
      onSaved(true);
    },
    ['branding'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  const change = (changed: Partial<BrandDraft>) => {
    setDraft({ ...draft, ...changed });
    onSaved(false);
    save.reset();
  };
  const isReadable = BRAND_COLORS.every(
    (name) => draft[name].trim() === '' || isColor(draft[name]),
  );
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <form onSubmit={submit} className="grid gap-3">
        {BRAND_COLORS.map((name) => (
          <ColorField
            key={name}
            label={messages.colors[name]}
            value={draft[name]}
            onText={(text) => change({ [name]: text })}
          />
        ))}
        <FileFields draft={draft} onChange={change} error={save.error} />
        <CheckField
          label={messages.display}
          isChecked={draft.displayRequestBranding}
          onCheck={(displayRequestBranding) => change({ displayRequestBranding })}
        />
        {isOwn && <p className="text-sm text-muted">{messages.keep}</p>}
        <Refused error={save.error} />
        <Button
          kind="primary"
          type="submit"
          busy={save.isPending}
          disabled={!isReadable}
          className="justify-self-start"
        >
          {messages.save}
        </Button>
      </form>
      <div className="grid min-w-0 gap-6">
        <BrandPreview draft={draft} />
        <ContrastMeter colors={colorsOf(draft)} />
      </div>
    </div>
  );
}

interface FilesProps {
  readonly draft: BrandDraft;
  readonly onChange: (changed: Partial<BrandDraft>) => void;
  readonly error: Error | null;
}

function FileFields({ draft, onChange, error }: FilesProps): ReactElement {
  const field = (name: 'logoPath' | 'termsPath' | 'privacyPath', hint: string) => {
    const path = draft[name].trim();
    return (
      <TextField
        label={messages[name]}
        hint={
          <>
            {hint}{' '}
            {path.startsWith('/branding/') && (
              <a
                href={`${config.payUrl}${path}`}
                target="_blank"
                rel="noreferrer"
                className="text-accent underline"
              >
                {messages.openFile}
              </a>
            )}
          </>
        }
        problem={error instanceof ApiError ? error.fields.get(name) : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={256}
        value={draft[name]}
        onText={(text) => onChange({ [name]: text })}
      />
    );
  };
  return (
    <>
      {field('logoPath', messages.logoHint)}
      {field('termsPath', messages.legalHint)}
      {field('privacyPath', messages.legalHint)}
    </>
  );
}
