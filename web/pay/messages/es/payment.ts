import { LOCALE } from '../../../ui/messages/es/language.ts';
import { laterMessages } from '../../../ui/messages/es/later.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { durationText } from '../duration.ts';
import type { paymentMessages as english } from '../en/payment.ts';

const SEEN =
  'Un pago de este enlace ya está en la red y espera confirmaciones. Si es suyo, no pague de nuevo.';

function completeAfter(blocks: number): string {
  return plural(LOCALE, blocks, {
    one: `se completará tras ${blocks} bloque más`,
    other: `se completará tras ${blocks} bloques más`,
  });
}

/** The Spanish texts from the choice of a wallet on, and of links that lead to none. */
export const paymentMessages = {
  ways: {
    none: 'No se encontró ningún monedero en este navegador.',
    elsewhere: 'Pagar con otro dispositivo',
    testWalletNote:
      'Los monederos de prueba existen solo en esta página y contienen únicamente dinero de prueba.',
    sandboxOnly: 'En modo de prueba, solo los monederos de prueba pueden pagar en esta red.',
  },
  ...laterMessages,
  titles: {
    connecting: 'Abra su monedero',
    switching: 'Abra su monedero',
    signing: 'Abra su monedero',
    approving: 'Autorización en camino',
    confirming: 'Pago en camino',
    crosschain: 'Pago en camino',
    elsewhere: 'Pagar desde otra red',
    proposed: 'Esperando firmas',
    not_allowed: 'Monedero no permitido',
    short: 'Saldo insuficiente',
    no_gas: 'Falta saldo para comisiones de red',
    mismatch: 'No pague',
    reverted: 'No pagado',
    unreachable: 'No se puede conectar',
    expired: 'Enlace caducado',
    closed: 'No disponible',
    unknown: 'Enlace no válido',
    done: 'Pago completado',
  },
  nothingCharged: 'No se ha cobrado nada.',
  empty: {
    title: 'Falta el enlace de pago',
    text: 'Esta página se abre con un enlace de pago. Pídaselo a quien quiere cobrar; termina en «?token=…».',
  },
  unknown: {
    title: 'Este enlace no es válido',
    text: 'Compruebe que se copió el enlace completo, o pida uno nuevo.',
  },
  closed: {
    title: 'Este pago no está disponible',
    text: 'El enlace ya no se puede usar, así que aquí no se puede pagar nada. Pida uno nuevo a quien lo envió.',
  },
  unsupported: {
    title: 'Este pago no se puede hacer aquí',
    text: 'Esta página no conoce el tipo de pago, la red o el token. Pregunte a quien envió el enlace.',
  },
  proposed: {
    title: 'Esperando firmas en una Safe',
    text: 'Todavía no se ha pagado nada. Sus propietarios firman y ejecutan la transacción que paga este enlace. Puede cerrar esta página.',
  },
  unreachable: {
    title: 'No podemos conectar con el servicio de pago',
    text: 'Seguimos intentándolo.',
  },
  checks: {
    running: { title: 'Se está comprobando su monedero', text: 'Esto tarda unos segundos.' },
    failed: {
      title: 'No se pudo comprobar su monedero',
      text: 'Seguimos intentándolo. Si no se resuelve, vuelva más tarde.',
    },
  },
  limited: {
    title: 'Su conexión a internet ha enviado demasiadas solicitudes',
    text: (seconds: number) =>
      `Esta página continuará por sí sola en un plazo de ${durationText(LOCALE, seconds)}.`,
  },
  charged: {
    fees: 'No se pagó nada. Solo se gastó la comisión de red de lo que firmó antes.',
    part: 'Lo que pagó antes sigue pagado. No se ha cobrado nada más.',
    open: 'Puede que una solicitud anterior de este pago siga abierta en su monedero o esté en camino. Compruébelo allí antes de pagar.',
  },
  expired: {
    title: 'Este enlace ha caducado',
    text: 'Ya no se puede pagar. Pida uno nuevo a quien lo envió.',
    since: (when) => `Caducó el ${when}.`,
    takenBack:
      'Este pago estaba completado, pero la red retiró el bloque que lo contenía. Volverá a estar completado en cuanto la red lo incluya de nuevo.',
  },
  asking: 'Comprobando este monedero. Esto tarda unos segundos.',
  notAllowed: {
    title: 'Este monedero no se puede usar para este pago',
    text: 'Use otro monedero, o pregunte a quien le envió el enlace.',
  },
  mismatch: {
    title: 'No pague esto',
    link: 'los datos de este enlace se contradicen',
    text: (problem) =>
      `Lo que usted firmaría no es lo que muestra esta página: ${problem}. No se envió, y aquí no hay nada que firmar. Avise a quien le envió el enlace.`,
  },
  preparing: 'Preparando y comprobando el pago…',
  refresh: 'Comprobar de nuevo',
  short: {
    title: 'Saldo insuficiente',
    need: (amount, network) => `Necesita ${amount} más en ${network}.`,
    needTotal: (amount, network) => `Necesita ${amount} en ${network}.`,
    have: (amount) => `Este monedero tiene ${amount}.`,
    headroom: (coin) => `A eso se añade la comisión de la red en ${coin}.`,
    fund: 'Envíe el importe que falta a su propio monedero y compruebe de nuevo:',
  },
  noGas: {
    title: (coin) => `No hay suficiente ${coin} para las comisiones de red`,
    text: (coin, network) =>
      `Usted tiene los tokens, pero la red cobra su comisión en ${coin}. Añada algo de ${coin} en ${network} y compruebe de nuevo.`,
    about: (fee) => `Basta con aproximadamente ${fee}.`,
  },
  switching: (wallet, network) => `Confirme en ${wallet} para cambiar a ${network}`,
  switchByHand: (network) => `Si no funciona, elija ${network} directamente en el monedero.`,
  confirmIn: (wallet) => `Confirme en ${wallet}`,
  confirming: {
    title: 'Su pago está en camino',
    sent: 'Enviado a la red',
    relaying: 'Enviándolo a la red',
    waiting: 'Esperando a la red',
    confirmations: (done, of) =>
      of === undefined
        ? plural(LOCALE, done, { one: `${done} confirmación`, other: `${done} confirmaciones` })
        : `${Math.min(done, of)} de ${plural(LOCALE, of, { one: `${of} confirmación`, other: `${of} confirmaciones` })}${done < of ? `; ${completeAfter(of - done)}` : ''}`,
    inBlock: (block) => `Visto en el bloque ${block}`,
    word: 'Se completará cuando la red confirme este bloque.',
    vanished:
      'La red retiró el bloque que contenía su pago. Normalmente lo incluye de nuevo por sí sola, así que no pague de nuevo todavía.',
    settling: 'Confirmado. Avisando al destinatario…',
    typical: (network, seconds) =>
      `En ${network}, esto suele tardar unos ${durationText(LOCALE, seconds)}.`,
    close: 'Puede cerrar esta página. El pago continúa sin ella.',
    replaced: 'Su monedero envió una nueva versión de la transacción. Seguimos esa.',
    offline:
      'El servicio de pago no responde ahora mismo. Su transacción no se ve afectada; seguimos consultando.',
    lost: 'La red ya no conoce esta transacción. Antes de pagar de nuevo, mire en su monedero si se descartó.',
    startOver: 'Se descartó: empezar de nuevo',
  },
  done: {
    title: 'Este pago está completado',
    partly: 'Se pagó una parte',
    final: 'Es definitivo.',
    print: 'Imprimir el recibo',
    localChain:
      'Este pago de prueba está en una cadena local, que los exploradores públicos no conocen.',
    redirect: 'Volver y cerrar',
    leadsTo: 'Lleva a',
  },
  explorer: 'Ver la transacción',
  transaction: 'Transacción',
  notices: {
    declined: 'Usted rechazó la solicitud.',
    busy: 'Su monedero ya tiene una solicitud abierta. Termínela o ciérrela allí y después inténtelo de nuevo.',
    unauthorized:
      'Su monedero no dio a esta página acceso a la cuenta. Permítalo allí e inténtelo de nuevo.',
    disconnected:
      'Su monedero no está conectado a ninguna red. Ábralo y después inténtelo de nuevo.',
    unknown_chain:
      'Su monedero no conoce esta red. Añádala en el monedero y después inténtelo de nuevo.',
    unsupported:
      'Su monedero no puede hacer esto desde aquí. Hágalo en el monedero y después inténtelo de nuevo.',
    insufficient: 'El monedero indica que el saldo es insuficiente para esto. El pago no se envió.',
    would_revert: 'La red rechazaría este pago ahora mismo, así que no se envió.',
    wrong_checksum:
      'La dirección que indica su monedero tiene una suma de comprobación incorrecta. Use otra cuenta u otro monedero.',
    failed:
      'El monedero no dio una respuesta clara. Revise su actividad antes de intentarlo de nuevo.',
    unloaded: laterMessages.unloaded,
    left_open:
      'Puede que en su monedero siga abierta una solicitud de esta página. Compruébelo allí antes de pagar.',
    seen: SEEN,
    unseen:
      'Un pago que estaba en la red ya no está en ella. Si era suyo, mire en su monedero antes de pagar de nuevo.',
    taken_back:
      'Este pago estaba completado, pero la red retiró el bloque que lo contenía. Si era suyo, mire en su monedero antes de pagar de nuevo.',
    wrong_account:
      'Su monedero respondió por otra cuenta. Elija la cuenta desde la que quiere pagar.',
    other_tab:
      'Otra pestaña de este navegador está consultando a su monedero sobre este pago. Continúe allí o cierre primero esa pestaña.',
    cancelled: 'El pago se canceló en su monedero. El pago no se envió.',
    changed: 'El pago se actualizó y ha cambiado. Revíselo de nuevo.',
    unmined:
      'La transacción anterior no se encontró en la red. Compruebe su monedero antes de pagar.',
    approval_reverted:
      'La autorización falló en la red. El pago no se envió; la comisión de red se gastó.',
    part_reverted:
      'La red rechazó esta parte, así que no se pagó nada de ella; su comisión de red se gastó.',
    proposed:
      'Se propuso una transacción de una Safe que puede pagar este enlace. Quien pague ahora puede pagar dos veces.',
  },
  seen: ({ blockNumber, blocksLeft, again }) => {
    const complete =
      blocksLeft === undefined
        ? 'se completará cuando la red confirme ese bloque'
        : blocksLeft > 0
          ? completeAfter(blocksLeft)
          : 'se completará en un momento';
    return `${again === true ? 'Este pago estaba completado hasta que la red retiró su bloque. ' : ''}${SEEN} Está en el bloque ${blockNumber} y ${complete}.`;
  },
} satisfies Translation<typeof english>;
