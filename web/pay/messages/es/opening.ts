import { commonMessages } from '../../../ui/messages/es/all-pages.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { openingMessages as english } from '../en/opening.ts';

/** The Spanish texts up to the choice of a wallet. */
export const openingMessages = {
  title: 'Solicitud de pago',
  ...commonMessages,
  withoutScript:
    'Esta página necesita JavaScript para comunicarse con su monedero. Actívelo y vuelva a cargar la página, o abra el enlace en otro navegador.',
  amount: 'Importe:',
  onNetwork: (network) => `en ${network}`,
  payTo: 'Pagar a',
  payeeHidden: 'El comercio oculta el destinatario hasta que se conozca su monedero',
  reference: 'Referencia',
  copyPayee: 'Copiar la dirección del destinatario',
  connect: {
    title: 'Elija un monedero',
    hidden: 'El comercio solo muestra esto a los monederos que pueden pagarlo.',
    input: 'Buscando monederos…',
    use: (wallet) => `Pagar con ${wallet}`,
  },
} satisfies Translation<typeof english>;
