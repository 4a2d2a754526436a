import type { Translation } from '../../../ui/messages/translation.ts';
import type { merchantMessages as englishMessages } from '../en/merchant.ts';

/** What the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name: string) => `Zahlungsanforderung von ${name}`,
  logo: 'Das Logo des Händlers',
  requestedBy: 'Angefordert von',
  unverified: 'Eigene Angabe, nicht überprüft.',
  website: 'Website',
  verified: 'überprüft',
  noName: 'Der Händler hat keinen Namen angegeben.',
  questions: 'Fragen?',
} satisfies Translation<typeof englishMessages>;
