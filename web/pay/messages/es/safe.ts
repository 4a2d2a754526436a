import { LOCALE } from '../../../ui/messages/es/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeMessages as english } from '../en/safe.ts';

/** The Spanish texts of payments that owners of a Safe sign, loaded for those. */
export const safeMessages = {
  problems: {
    chain: 'Su Safe no está en esta red. No se propuso nada.',
    too_large: 'Son demasiadas llamadas para su monedero. No se propuso nada.',
    duplicate:
      'Su monedero indica que ya tiene estas llamadas. Revise su cola antes de proponer de nuevo.',
  },
  contract:
    'Su cuenta es un contrato que esta página no reconoce como una Safe. Si otras personas también tienen que firmar, no pague de nuevo antes de que lo hayan hecho.',
  note: (calls) =>
    `Usted propone ${plural(LOCALE, calls, { one: 'una llamada', other: `${calls} llamadas` })} a su Safe como una sola transacción: se realiza todo o nada. No se paga nada hasta que hayan firmado suficientes propietarios y uno de ellos la ejecute.`,
  button: (amount) => `Proponer ${amount}`,
  several:
    'Son más pagos de los que caben en una transacción. Una Safe no puede pagarlos aquí a la vez: páguelos con sus propios enlaces.',
  notTogether:
    'Su monedero no puede proponer varias llamadas como una sola transacción. No se propuso nada. Abra este enlace en la app de su Safe.',
  title: (signed) =>
    `Esperando firmas en una Safe${signed ? ` (${signed.owners} de ${signed.of})` : ''}`,
  executed: 'El pago se envió, esperando confirmaciones',
  onItsWay: 'El pago se envió y está en camino entre las redes',
  ends: {
    over: 'El plazo de esta propuesta ha terminado. No se pagó nada. Los propietarios de la Safe todavía pueden ejecutarla: pídales que la rechacen allí antes de que usted pague.',
    withdrawn:
      'No se pagó nada. Los propietarios de la Safe todavía pueden ejecutar la propuesta, aunque el pago se retiró: pídales que la rechacen allí.',
    replaced:
      'La propuesta se rechazó o se reemplazó en la Safe. No se pagó nada con ella, y usted puede proponer el pago de nuevo.',
    failed:
      'La Safe ejecutó la propuesta, y esta falló. No se pagó nada, y usted puede proponer el pago de nuevo.',
  },
  endsElsewhere:
    'Paga desde otra red. Lo que se ejecute después de ese plazo falla, y no se paga nada con ello.',
  returnsTo: 'Lo que no se pueda entregar vuelve a',
  safe: 'La Safe:',
  until: (when, left) =>
    `Otras personas pueden pagar de nuevo después del ${when} (dentro de ${left}).`,
  untilOwn: (when, left) => `Esta página la espera hasta el ${when} (durante ${left}).`,
  unheld:
    'El servicio de pago aún no ha podido comprobar la propuesta, así que otras personas todavía pueden pagar. No la proponga de nuevo.',
  notFollowed:
    'El servicio de pago no sigue las propuestas en esta red, así que otras personas todavía pueden pagar. No la proponga de nuevo.',
  queue: 'Abrir la cola de la Safe',
  startOver: 'Se eliminó allí: empezar de nuevo',
  givenUp:
    'Ya no se espera la propuesta anterior. Mientras todavía se pueda ejecutar, quien pague ahora puede pagar dos veces.',
} satisfies Translation<typeof english>;
