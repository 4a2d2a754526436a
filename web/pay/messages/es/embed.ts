import { commonMessages } from '../../../ui/messages/es/all-pages.ts';
import { LOCALE } from '../../../ui/messages/es/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { embedMessages as english } from '../en/embed.ts';

/** Every text of the frame in Spanish. */
export const embedMessages = {
  ...commonMessages,
  title: 'Solicitud de pago',
  amount: 'Importe:',
  onNetwork: (network) => `en ${network}`,
  payTo: 'Pagar a',
  payeeHidden: 'Se muestra en la página de pago a los monederos que pueden pagar',
  reference: 'Referencia',
  payees: (count) =>
    plural(LOCALE, count, { one: `${count} destinatario`, other: `${count} destinatarios` }),
  statuses: {
    payable: {
      title: 'Pague en la página de pago',
      text: 'Se abre en una pestaña nueva. La confirmación en su monedero se pide allí, nunca dentro de esta página.',
    },
    proposed: {
      title: 'Esperando firmas en una Safe',
      text: 'Todavía no se ha pagado nada. Sus propietarios firman y ejecutan la transacción.',
    },
    submitted: {
      title: 'Esperando a la red…',
      text: 'El pago se envió. No pague de nuevo.',
    },
    confirmed: { title: 'Este pago está completado', text: 'Su recibo está en la página de pago.' },
    expired: {
      title: 'Este enlace ha caducado',
      text: 'Ya no se puede pagar. Pida uno nuevo a la tienda.',
    },
    unavailable: {
      title: 'Este pago no está disponible',
      text: 'Con este enlace no se puede pagar nada. Pida uno nuevo a la tienda.',
    },
    unknown: { title: 'Este enlace no es válido', text: 'Pida uno nuevo a la tienda.' },
    unread: {
      title: 'No podemos conectar con el servicio',
      text: 'Si ya ha pagado, no pague otra vez. Seguimos intentándolo.',
    },
  },
  opened: {
    title: 'Continúe en la otra pestaña',
    text: 'Esta página muestra por sí sola lo que ocurre allí.',
  },
  notShown: 'La página de pago indica lo que hay que pagar.',
  late: 'No podemos conectar con el servicio ahora mismo. Esto continuará por sí solo.',
  open: 'Abrir la página de pago',
  openAgain: 'Abrirla de nuevo',
  receipt: 'Abrir el recibo',
} satisfies Translation<typeof english>;
