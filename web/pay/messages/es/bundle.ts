import { LOCALE } from '../../../ui/messages/es/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { bundleMessages as english } from '../en/bundle.ts';

/** The Spanish texts about paying a bundle from another network. */
export const bundleMessages = {
  loading: 'Leyendo lo que está pendiente…',
  choose: {
    title: 'Pagar desde otra red',
    text: (count) =>
      plural(LOCALE, count, {
        one: 'El pago pendiente se realiza con un solo token, mediante una transacción.',
        other: `Los ${count} pagos pendientes se realizan todos con un mismo token, mediante una transacción cada uno.`,
      }),
    from: (symbol, network) => `${symbol} en ${network}`,
    known: (amount, cost) =>
      `${amount} en total según la última lectura${cost === undefined ? '' : `, incluyendo ${cost} para las transferencias`}`,
    tooLittle: '. Este monedero tiene menos.',
    none: 'Ahora mismo no hay ninguna otra red disponible para estos pagos.',
  },
  tooMany:
    'Son más pagos de los que se pueden hacer a la vez desde otra red. Páguelos en su propia red, o cada uno con su propio enlace.',
  quoting: 'Preparando todos los pagos y comprobando cada uno…',
  review: {
    payments: (count) => plural(LOCALE, count, { one: `${count} pago`, other: `${count} pagos` }),
    cost: 'Transferencias entre redes',
    approve: (amount) =>
      `Usted autoriza al contrato puente a tomar ${amount} de su monedero, que es la suma de todos los pagos, y nada más. Todavía no se paga nada.`,
    approveFees: (amount) =>
      `Usted autoriza al contrato de pago a tomar ${amount} de su monedero, que es la suma de todas las comisiones, y nada más. Todavía no se paga nada.`,
    feesLeft: 'Todos los pagos se enviaron. Solo falta firmar sus comisiones.',
    pay: (at, of) => `Pago ${at} de ${of}.`,
    alone:
      'Cada pago es independiente: el dinero del que no se pueda realizar vuelve, y los demás se realizan.',
    rest: 'El precio de lo que queda es demasiado antiguo. Lo enviado sigue su curso; los demás pagos se pueden hacer con sus propios enlaces.',
    follow: 'Detenerse aquí y seguir lo enviado',
  },
  follow: {
    title: 'Sus pagos están en camino',
    ended: 'Algunos pagos no se realizaron',
    settled: 'Pagado',
    sent: 'Enviado, aún sin confirmar',
    onItsWay: (network) => `Confirmado; llegando a ${network}`,
    arrived: (network) => `Llegó a ${network}; esperando confirmaciones`,
    failed: {
      source_failed: 'La red en la que se envió lo rechazó; solo se gastó una comisión de red.',
      unfilled: 'No llegó a tiempo. El dinero vuelve a su monedero.',
      refunded: 'No se pudo entregar, y el dinero volvió a su monedero.',
      unpaid: 'Los tokens llegaron a su monedero, pero el pago no se pudo realizar.',
    },
    unsent: 'No enviado',
    pay: 'Pagarlo con su propio enlace',
    close: 'Puede cerrar esta página. Los pagos continúan sin ella.',
    anotherWayNote:
      'Mientras un pago todavía pueda llegar, si lo hace de nuevo puede pagarlo dos veces.',
  },
} satisfies Translation<typeof english>;
