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
  bankPayout: (provider: string) => `${provider} zahlt dies auf ein Bankkonto aus.`,
  bankPayoutNote: (provider: string) =>
    `${provider} erhält die Token. Zeigt diese Seite die Zahlung als abgeschlossen, hat ${provider} sie; wann das Geld auf dem Bankkonto ist, sieht, wer die Auszahlung erstellt hat.`,
  bankPayoutOnce:
    'Zahlen Sie nur einmal, hier oder dort, wohin die Transaktionen übergeben wurden, und nie nach Ablauf der Frist: Jede Unterschrift zahlt noch einmal.',
} satisfies Translation<typeof englishMessages>;
