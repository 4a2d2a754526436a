import type { Translation } from '../../../ui/messages/translation.ts';
import type { footMessages as english } from '../en/foot.ts';

/** The Italian texts that the server writes below the page, and below the frame for shops. */
export const footMessages = {
  pageChecks: 'Questa pagina controlla ogni transazione prima che si apra il suo wallet.',
  terms: 'Condizioni',
  privacy: 'Privacy',
  poweredBy: 'Con tecnologia Florin',
  language: 'Lingua',
  promise: 'Florin non detiene mai il suo denaro né le sue chiavi.',
  frameWithoutScript: 'Senza JavaScript questo non cambia da sé. Ricarichi dopo aver pagato.',
} satisfies Translation<typeof english>;
