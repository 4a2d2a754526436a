import type { Translation } from '../../../ui/messages/translation.ts';
import type { apartMessages as english } from '../en/apart.ts';

/** The Portuguese texts about paying a bundle at once that no one network can pay. */
export const apartMessages = {
  title: 'Tudo a partir de outra rede',
  text: (count) =>
    count === 1
      ? 'Um pagamento, com um token de uma rede diferente da sua.'
      : `${count} pagamentos, com um mesmo token de uma rede em que nenhum deles está. Cada um exige uma assinatura própria, depois de uma que os autoriza.`,
} satisfies Translation<typeof english>;
