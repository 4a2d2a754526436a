import { LOCALE } from '../../../ui/messages/es/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeRouteMessages as english } from '../en/safe-route.ts';

const NOTHING = 'No se envió nada.';
const ACTIVITY = 'Revise su actividad antes de pagar de nuevo.';

/** The Spanish texts of Safes that pay from another network, loaded for those. */
export const safeRouteMessages = {
  problems: {
    not_atomic: `Su monedero no puede hacer estas llamadas como una sola transacción. ${NOTHING}`,
    chain: `Su Safe no está en esta red. ${NOTHING}`,
    upgrade_refused: `Su cuenta sigue como está: se rechazó la actualización. ${NOTHING}`,
    too_large: `Son demasiadas llamadas para su monedero. ${NOTHING}`,
    duplicate: `Su monedero indica que ya tiene estas llamadas. ${ACTIVITY}`,
    unknown: `Su monedero no puede decir qué fue de las llamadas. ${ACTIVITY}`,
    not_sent: 'Su monedero no pudo enviar las llamadas a la red. No se pagó nada.',
    reverted: 'La red rechazó todas las llamadas: no se pagó nada, solo se gastó su comisión.',
    partly: `Su monedero hizo solo algunas de las llamadas, aunque debía hacerlas todas o ninguna. ${ACTIVITY}`,
  },
  sources: (network) => `Con lo que su Safe tiene en ${network}`,
  sourcesNote: (network) =>
    `No se encontró la misma Safe en ${network}. Lo que no se pueda entregar allí volvería a uno de los propietarios de su Safe, y solo esa persona dispondría entonces del dinero.`,
  owner: 'Elija a quién vuelve',
  propose: (calls, network) =>
    plural(LOCALE, calls, {
      one: `Usted propone ${calls} llamada a su Safe en ${network} como una sola transacción: se realiza todo o nada. No se paga nada hasta que hayan firmado suficientes propietarios y uno de ellos la ejecute.`,
      other: `Usted propone ${calls} llamadas a su Safe en ${network} como una sola transacción: se realiza todo o nada. No se paga nada hasta que hayan firmado suficientes propietarios y uno de ellos la ejecute.`,
    }),
  atOnce: (calls) =>
    plural(LOCALE, calls, {
      one: `Su cuenta hace ${calls} llamada como una sola transacción: se realiza todo o nada.`,
      other: `Su cuenta hace ${calls} llamadas como una sola transacción: se realiza todo o nada.`,
    }),
  pay: (taken, paid, network) =>
    `La llamada al contrato puente toma ${taken} de su Safe y paga ${paid} en ${network} a`,
  until: (when) =>
    `Suficientes propietarios tienen que firmarla y ejecutarla dentro de este plazo: ${when}. Después falla, y no se paga nada con ella.`,
  button: (amount) => `Proponer ${amount}`,
  returns: (when, symbol) =>
    `Si no se puede pagar allí (hora límite: ${when}), el dinero vuelve${symbol === undefined ? '' : ` en ${symbol}`} a`,
  toSafe: (source, destination) =>
    `Es su Safe en ${source}. Lo que ya hubiera llegado a ${destination} va a la misma dirección en esa red, en la que el servicio de pago ha leído la misma Safe.`,
  toOwner:
    'Es la dirección del propietario de su Safe que usted ha elegido. Solo esa persona dispone entonces del dinero.',
} satisfies Translation<typeof english>;
