import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { profileMessages as messages } from '../messages/en-profile.ts';
import type { ProfileDraft } from './profile-draft.ts';

interface Props {
  readonly draft: ProfileDraft;
  /** The stored website, where it is verified. */
  readonly domain: string | undefined;
}

/** The head of the pay page with what is written, as far as it can be shown. */
export function ProfilePreview({ draft, domain }: Props): ReactElement {
  const name = plainText(draft.displayName.trim());
  const support = hostOf(draft.supportUrl.trim());
  return (
    <figure className="min-w-0 rounded-xl border border-line bg-ground p-4">
      <figcaption className="mb-3 text-sm text-muted">{messages.preview}</figcaption>
      <p className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
        {name === '' ? (
          messages.noName
        ) : (
          <>
            {messages.requestedBy} <bdi className="text-xl font-semibold">{name}</bdi>
          </>
        )}
      </p>
      <p className="flex flex-wrap gap-x-2 text-sm wrap-anywhere">
        {domain !== undefined ? (
          <span>{messages.verifiedWebsite(domain)}</span>
        ) : (
          name !== '' && <span>{messages.notVerified}</span>
        )}
        {support !== undefined && (
          <span>
            {messages.questions} <bdi className="underline">{support}</bdi>
          </span>
        )}
      </p>
    </figure>
  );
}

/** Where a support link leads, as the pay page shows it; undefined while it is none. */
function hostOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname } = new URL(text);
  if (protocol === 'https:') return host;
  return protocol === 'mailto:' ? plainText(pathname) : undefined;
}
