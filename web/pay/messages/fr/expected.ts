import type { Translation } from '../../../ui/messages/translation.ts';
import type { expectedMessages as english } from '../en/expected.ts';

/** The French texts of links that name their payment. */
export const expectedMessages = {
  same: 'Correspond au lien que vous avez ouvert',
  sameButFees:
    'Correspond au lien que vous avez ouvert. Il ne mentionne pas les frais en supplément : vérifiez-les.',
  expected:
    'Ce n’est pas le paiement pour lequel le lien a été fait : son bénéficiaire, son jeton, son réseau ou son montant est différent. Rien n’a été envoyé, et il n’y a rien à signer ici. Prévenez la personne qui vous a envoyé le lien.',
  expectation:
    'La fin du lien, à partir de « #expect », est illisible, de sorte que cette page ne peut pas savoir si elle montre le bon paiement. Rien n’a été envoyé. Vérifiez que le lien entier a été copié, ou demandez-en un nouveau.',
} satisfies Translation<typeof english>;
