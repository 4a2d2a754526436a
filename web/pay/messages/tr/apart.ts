import type { Translation } from '../../../ui/messages/translation.ts';
import type { apartMessages as englishMessages } from '../en/apart.ts';

/** The Turkish texts about paying a bundle at once that no one network can pay. */
export const apartMessages = {
  title: 'Hepsini başka bir ağdan öde',
  text: (count: number) =>
    count === 1
      ? 'Bir ödeme, ödemenin bulunmadığı bir ağdaki bir token ile yapılır.'
      : `${count} ödeme, hiçbirinin bulunmadığı bir ağdaki tek bir token ile yapılır. Önce hepsine izin veren bir imza, ardından her biri için ayrı bir imza gerekir.`,
} satisfies Translation<typeof englishMessages>;
