import type { Translation } from '../../../ui/messages/translation.ts';
import type { allowancesMessages as english } from '../en/allowances.ts';

/** The Spanish texts of allowances that stand beyond a payment, loaded where there may be any. */
export const allowancesMessages = {
  title: 'Autorización que excede este pago',
  text: (amount) => `Su monedero autoriza a este contrato a tomar hasta ${amount} en total.`,
  textAny: (symbol) =>
    `Su monedero autoriza a este contrato a tomar cualquier importe en ${symbol}.`,
  due: (amount) => `Este pago toma ${amount}.`,
  button: (symbol) => `Revocar la autorización de ${symbol}`,
  before:
    'Se pone a cero, a cambio de una comisión de red. Después, este pago pide una autorización exactamente por lo que toma.',
  after: 'Se pone a cero, a cambio de una comisión de red.',
  contract: 'Contrato',
  asking: 'Su monedero pide poner la autorización a cero.',
  waiting: 'La autorización quedará revocada en cuanto esto figure en el próximo bloque.',
  revoked: (symbol) => `La autorización de ${symbol} está revocada.`,
  otherTab:
    'Otra pestaña de este navegador está consultando a su monedero. Continúe allí o ciérrela.',
  declined: 'Usted rechazó la solicitud. La autorización sigue como estaba.',
  failed: 'Su monedero no la envió. La autorización sigue como estaba.',
  reverted: 'La red no la ejecutó. La autorización sigue como estaba.',
} satisfies Translation<typeof english>;
