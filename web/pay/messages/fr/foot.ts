import type { Translation } from '../../../ui/messages/translation.ts';
import type { footMessages as english } from '../en/foot.ts';

/** The French texts that the server writes below the page, and below the frame for shops. */
export const footMessages = {
  pageChecks:
    'Cette page vérifie elle-même chaque transaction avant que votre portefeuille s’ouvre.',
  terms: 'Conditions',
  privacy: 'Confidentialité',
  poweredBy: 'Propulsé par Florin',
  language: 'Langue',
  promise: 'Florin ne détient jamais votre argent ni vos clés.',
  frameWithoutScript:
    'Sans JavaScript, ceci ne change pas de lui-même. Rechargez-le après avoir payé.',
} satisfies Translation<typeof english>;
