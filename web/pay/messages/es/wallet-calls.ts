import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletCallsMessages as english } from '../en/wallet-calls.ts';

const ONE_BY_ONE = 'No se envió nada. Firme aquí las llamadas una por una.';
const ACTIVITY = 'Revise su actividad antes de pagar de nuevo.';

/** The Spanish texts of several calls that a wallet makes at once, loaded once one does. */
export const walletCallsMessages = {
  underWay:
    'Su monedero todavía está haciendo las llamadas de este pago. Esta página continúa en cuanto estén en un bloque. No pague de nuevo.',
  problems: {
    not_atomic: `Su monedero no puede hacer todas estas llamadas a la vez o ninguna. ${ONE_BY_ONE}`,
    chain: `Su monedero no puede hacer varias llamadas a la vez en esta red. ${ONE_BY_ONE}`,
    upgrade_refused: `Su cuenta sigue como está: se rechazó la actualización. ${ONE_BY_ONE}`,
    too_large: `Son demasiadas llamadas para una sola firma en su monedero. ${ONE_BY_ONE}`,
    duplicate: `Su monedero indica que ya tiene estas llamadas. ${ACTIVITY}`,
    unknown: `Su monedero no puede decir qué fue de las llamadas. ${ACTIVITY}`,
    not_sent:
      'Su monedero no pudo enviar las llamadas a la red. No se pagó nada. Firme aquí las llamadas una por una.',
    reverted:
      'La red rechazó todas las llamadas: no se pagó nada, solo se gastó su comisión. Firme aquí las llamadas una por una.',
    partly: `Su monedero hizo solo algunas de las llamadas, aunque debía hacerlas todas o ninguna. ${ACTIVITY}`,
  },
} satisfies Translation<typeof english>;
