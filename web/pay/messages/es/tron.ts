import type { Translation } from '../../../ui/messages/translation.ts';
import type { tronMessages as english } from '../en/tron.ts';

const REASONS: Readonly<Record<string, string>> = {
  SIGERROR: 'La firma no es la del monedero que paga.',
  CONTRACT_VALIDATE_ERROR:
    'La cuenta del monedero todavía no está activa en Tron, o tiene muy poco TRX para la comisión de red.',
  CONTRACT_EXE_ERROR: 'La red rechazaría esta llamada ahora mismo.',
  BANDWITH_ERROR: 'El monedero tiene muy poco TRX para la comisión de red.',
  TAPOS_ERROR: 'La red ha continuado sin el bloque al que se refiere.',
  wallet_not_allowed: 'Este monedero no puede pagar este enlace.',
  screening_rejected: 'Este monedero no puede pagar este enlace.',
  provider_error: 'No se pudo comprobar el monedero.',
};

/** The Spanish texts about payments on Tron. */
export const tronMessages = {
  networkFee: (most) =>
    `Tron cobra su comisión en energía y ancho de banda, y en TRX lo que le falte al monedero. Para esta firma, la energía cuesta como máximo ${most} TRX; lo que no se use se queda en el monedero.`,
  held: (held) => `Este monedero tiene ${held.join(', ')}.`,
  coin: (amount) => `${amount} TRX`,
  energy: (amount) => `${amount} de energía`,
  bandwidth: (amount) => `${amount} de ancho de banda`,
  relaying: 'Su pago está firmado. Seguimos enviándolo a la red; no hace falta que firme de nuevo.',
  refusedTitle: 'La red no aceptó este pago',
  late: (from) =>
    `Se firmó demasiado tarde. Hasta ahora no se ha pagado nada. No pague de nuevo todavía: a partir de cierta hora (${from}), ningún bloque puede contenerlo ya, y esta página ofrece empezar de nuevo.`,
  refused: (code, until) =>
    `${REASONS[code] ?? 'No dio ningún motivo que esta página conozca.'} Hasta ahora no se ha pagado nada. No pague de nuevo todavía: lo que firmó sigue siendo válido hasta cierta hora (${until}), y poco después esta página ofrece empezar de nuevo.`,
} satisfies Translation<typeof english>;
