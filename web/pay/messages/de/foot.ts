import type { Translation } from '../../../ui/messages/translation.ts';
import type { footMessages as englishMessages } from '../en/foot.ts';

/** The German texts that the server writes below the page, and below the frame for shops. */
export const footMessages = {
  pageChecks: 'Diese Seite prüft jede Transaktion selbst, bevor sich Ihre Wallet öffnet.',
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutz',
  poweredBy: 'Powered by Florin',
  language: 'Sprache',
  promise: 'Florin verwahrt nie Ihr Geld oder Ihre Schlüssel.',
  frameWithoutScript:
    'Ohne JavaScript ändert sich diese Anzeige nicht von selbst. Laden Sie sie nach dem Zahlen neu.',
} satisfies Translation<typeof englishMessages>;
