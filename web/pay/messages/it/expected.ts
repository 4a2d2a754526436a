import type { Translation } from '../../../ui/messages/translation.ts';
import type { expectedMessages as english } from '../en/expected.ts';

/** The Italian texts of links that name their payment. */
export const expectedMessages = {
  same: 'Corrisponde al link che ha aperto',
  sameButFees:
    'Corrisponde al link che ha aperto. Il link non indica le commissioni aggiuntive: le controlli.',
  expected:
    'Questo non è il pagamento per cui è stato creato il link: il beneficiario, il token, la rete o l’importo è diverso. Non è stato inviato nulla, e qui non c’è nulla da firmare. Avvisi chi le ha inviato il link.',
  expectation:
    'La fine del link, da «#expect» in poi, non è leggibile, quindi questa pagina non può sapere se mostra il pagamento giusto. Non è stato inviato nulla. Controlli che sia stato copiato l’intero link, o ne chieda uno nuovo.',
} satisfies Translation<typeof english>;
