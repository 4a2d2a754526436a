import type { Translation } from '../../../ui/messages/translation.ts';
import type { expectedMessages as englishMessages } from '../en/expected.ts';

/** The German texts of links that name their payment. */
export const expectedMessages = {
  same: 'Entspricht dem Link, den Sie geöffnet haben',
  sameButFees:
    'Entspricht dem Link, den Sie geöffnet haben. Die zusätzlichen Gebühren nennt er nicht: Prüfen Sie sie.',
  expected:
    'Dies ist nicht die Zahlung, für die der Link erstellt wurde: Empfänger, Token, Netzwerk oder Betrag weichen ab. Es wurde nichts gesendet, und hier gibt es nichts zu signieren. Informieren Sie die Person, von der Sie den Link haben.',
  expectation:
    'Das Ende des Links ab „#expect“ ist nicht lesbar, deshalb kann diese Seite nicht feststellen, ob sie die richtige Zahlung zeigt. Es wurde nichts gesendet. Prüfen Sie, ob der ganze Link kopiert wurde, oder bitten Sie um einen neuen.',
} satisfies Translation<typeof englishMessages>;
