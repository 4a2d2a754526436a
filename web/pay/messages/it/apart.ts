import type { Translation } from '../../../ui/messages/translation.ts';
import type { apartMessages as english } from '../en/apart.ts';

/** The Italian texts about paying a bundle at once that no one network can pay. */
export const apartMessages = {
  title: 'Tutto da un’altra rete',
  text: (count) =>
    count === 1
      ? 'Un pagamento, con un token di una rete diversa dalla sua.'
      : `${count} pagamenti, con uno stesso token di una rete su cui non si trova nessuno di essi. Ciascuno richiede una firma propria, dopo una che li autorizza.`,
} satisfies Translation<typeof english>;
