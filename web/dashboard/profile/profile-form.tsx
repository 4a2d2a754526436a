import { type FormEvent, type ReactElement, useState } from 'react';
import { ApiError, answerOf, api } from '../api/client.ts';
import type { MerchantProfile } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { config } from '../config.ts';
import { profileMessages as messages } from '../messages/en-profile.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Refused } from '../ui/page-error.tsx';
import type { ProfileDraft } from './profile-draft.ts';
import { ProfilePreview } from './profile-preview.tsx';

interface Props {
  readonly stored: MerchantProfile | undefined;
  readonly clientId: string | undefined;
  readonly mayChange: boolean;
  readonly onSaved: (isSaved: boolean) => void;
}

/** Name, logo and support link, beside what they make of the pay page. */
export function ProfileForm({ stored, clientId, mayChange, onSaved }: Props): ReactElement {
  const [draft, setDraft] = useState<ProfileDraft>(() => ({
    displayName: stored?.displayName ?? '',
    logoPath: stored?.logoPath ?? '',
    supportUrl: stored?.supportUrl ?? '',
  }));
  const website = stored?.website ?? null;
  const verifiedDomain = website?.status === 'verified' ? website.domain : undefined;
  const save = useChange(
    async (header, input: ProfileDraft) => {
      const body = { ...profileOf(input), ...(clientId !== undefined && { clientId }) };
      await answerOf(api.PUT('/v2/merchant-profile', { params: { header }, body }));
      onSaved(true);
    },
    ['merchant-profile'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  const change = (changed: Partial<ProfileDraft>) => {
    setDraft({ ...draft, ...changed });
    onSaved(false);
    save.reset();
  };
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <form onSubmit={submit} className="grid gap-3">
        <Fields draft={draft} onChange={change} error={save.error} />
        {verifiedDomain === undefined && (
          <p className="text-sm text-muted">{messages.unverified}</p>
        )}
        <Refused error={save.error} />
        {mayChange ? (
          <Button kind="primary" type="submit" busy={save.isPending} className="justify-self-start">
            {messages.save}
          </Button>
        ) : (
          <p className="text-sm text-muted">{messages.mayNot}</p>
        )}
      </form>
      <ProfilePreview draft={draft} domain={verifiedDomain} />
    </div>
  );
}

/** A form as the API is sent it. */
function profileOf({ displayName, logoPath, supportUrl }: ProfileDraft) {
  return {
    displayName,
    logoPath: logoPath.trim() === '' ? null : logoPath.trim(),
    supportUrl: supportUrl.trim() === '' ? null : supportUrl.trim(),
  };
}

interface FieldsProps {
  readonly draft: ProfileDraft;
  readonly onChange: (changed: Partial<ProfileDraft>) => void;
  readonly error: Error | null;
}

function Fields({ draft, onChange, error }: FieldsProps): ReactElement {
  const problem = (field: string) =>
    error instanceof ApiError ? error.fields.get(field) : undefined;
  const path = draft.logoPath.trim();
  return (
    <>
      <TextField
        label={messages.name}
        hint={messages.nameHint}
        problem={problem('displayName')}
        autoComplete="organization"
        required
        maxLength={120}
        value={draft.displayName}
        onText={(displayName) => onChange({ displayName })}
      />
      <TextField
        label={messages.logo}
        hint={
          <>
            {messages.logoHint}{' '}
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
        problem={problem('logoPath')}
        autoComplete="off"
        spellCheck={false}
        maxLength={256}
        value={draft.logoPath}
        onText={(logoPath) => onChange({ logoPath })}
      />
      <TextField
        label={messages.support}
        hint={messages.supportHint}
        problem={problem('supportUrl')}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        maxLength={300}
        value={draft.supportUrl}
        onText={(supportUrl) => onChange({ supportUrl })}
      />
    </>
  );
}
