import type { Translation } from '../../../ui/messages/translation.ts';
import type { footMessages as english } from '../en/foot.ts';

/** The Portuguese texts that the server writes below the page, and below the frame for shops. */
export const footMessages = {
  pageChecks: 'Esta página verifica cada transação antes que sua carteira se abra.',
  terms: 'Termos',
  privacy: 'Privacidade',
  poweredBy: 'Com tecnologia Florin',
  language: 'Idioma',
  promise: 'Florin nunca guarda seu dinheiro nem suas chaves.',
  frameWithoutScript: 'Sem JavaScript, isto não muda sozinho. Recarregue depois de pagar.',
} satisfies Translation<typeof english>;
