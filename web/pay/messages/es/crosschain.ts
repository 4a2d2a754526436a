import { LOCALE } from '../../../ui/messages/es/language.ts';
import { laterMessages } from '../../../ui/messages/es/later.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { clockText } from '../../crosschain/clock-text.ts';
import { durationText } from '../duration.ts';
import type { crosschainMessages as english } from '../en/crosschain.ts';
import { billedMessages } from './billed.ts';

const SECOND_PAYMENT =
  'Otro pago de este enlace está en camino y todavía puede llegar. Si paga ahora, puede pagar dos veces.';

/** The Spanish texts about paying from another network. */
export const crosschainMessages = {
  mismatches: {
    ...billedMessages.mismatches,
    unsupported: 'esta página no conoce la red o el token',
    network: 'la transacción lleva a una red distinta de la del pago',
    receiver: 'los tokens irían a una cuenta distinta de la del puente',
    refund: 'lo que no se pueda entregar no volvería a su monedero',
    arrival: 'llegaría un importe o un token distinto del que el pago necesita',
    leg: 'antes del pago, la transacción hace algo que esta página no conoce',
    cost: 'tomaría de su monedero mucho más de lo que vale el pago',
    deadline:
      'la transacción es válida durante un tiempo distinto del que debería, o el reloj de este dispositivo no está en hora',
  },
  notices: {
    declined: 'Usted rechazó la solicitud. El pago no se envió.',
    busy: 'Su monedero ya tiene una solicitud abierta. Termínela o ciérrela allí y después inténtelo de nuevo.',
    unauthorized:
      'Su monedero no dio a esta página acceso a la cuenta. Permítalo allí e inténtelo de nuevo.',
    disconnected: 'Su monedero está en otra red. Cámbiela y después inténtelo de nuevo.',
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
    wrong_account: 'Su monedero respondió por otra cuenta. Elija la cuenta con la que empezó.',
    other_tab:
      'Otra pestaña de este navegador tiene abierta una solicitud en su monedero para este pago. Continúe allí o cierre primero esa pestaña.',
    left_open:
      'Puede que en su monedero siga abierta una solicitud de esta página. Compruébelo allí antes de pagar.',
    api_away:
      'El servicio de pago no responde ahora mismo. No se envió nada; inténtelo de nuevo en un momento.',
    approval_reverted:
      'La autorización falló en la red. El pago no se envió; la comisión de red se gastó.',
    approval_dropped:
      'La autorización no se encontró en la red. El pago no se envió; compruebe su monedero.',
    second_payment: SECOND_PAYMENT,
    route_not_available: 'Este token no se puede usar ahora mismo para este pago. Elija otro.',
    amount_too_low_for_route:
      'Este importe es demasiado pequeño para pagar desde otra red: debe ser superior a 1 USD.',
    amount_too_high_for_route:
      'Esta red y este token no admiten ahora mismo un importe tan grande. Elija otra opción.',
    route_too_expensive: 'Pagar desde allí cuesta demasiado ahora mismo. Elija otra opción.',
    route_refused:
      'Lo que se ofreció para este pago no era seguro de firmar, así que se rechazó. Elija otra opción.',
    payer_is_contract:
      'Este monedero es un contrato. No puede pagar desde otra red, porque el dinero que volviera podría perderse.',
    payee_is_contract_elsewhere:
      'No se puede pagar al destinatario desde otra red. Pague en la red del pago.',
    rate_not_available: 'Ahora mismo no hay tipo de cambio para este token. Elija otro.',
    refund_wallet_required:
      'Su Safe ya no es la misma en la red del pago. Elija otra forma de pagar.',
    route_ends_too_soon:
      'Los propietarios de su Safe tendrían menos de 15 minutos para firmar esto. Elija otro token.',
    payer_is_not_safe:
      'Su cuenta no es una Safe de una versión conocida en esa red, así que no puede pagar desde allí.',
    provider_away:
      'Los pagos desde otras redes no están disponibles ahora mismo. No se envió nada. Todavía puede pagar en la red del pago.',
    short: 'Este monedero tiene menos de este token de lo que requiere el pago. Elija otro.',
    no_gas: 'Este monedero tiene muy poco para la comisión de red allí. Elija otra opción.',
    limited:
      'Los precios se consultaron desde aquí demasiadas veces. Inténtelo de nuevo en unos minutos.',
  },
  offer: {
    button: 'Pagar desde otra red',
    text: (amount, network) => `Por ejemplo, ${amount} desde ${network}.`,
    onItsWay: SECOND_PAYMENT,
  },
  choose: {
    title: 'Pagar desde otra red',
    loading: 'Leyendo lo que su monedero tiene en otras redes…',
    from: (symbol, network) => `${symbol} en ${network}`,
    total: (amount) => `${amount} en total`,
    cost: (amount) => `incluyendo ${amount} para la transferencia`,
    free: 'nada por la transferencia',
    arrives: (seconds) => `llega en unos ${durationText(LOCALE, seconds)}`,
    held: (held, needed) => `disponible: ${held}; necesario: ${needed}`,
    none: 'Este monedero no tiene en otra red ningún token con el que se pueda pagar esto.',
    refresh: 'Comprobar de nuevo',
    own: (symbol, network) => `Pagar con ${symbol} en ${network}`,
    ownNote: 'Sin transferencia entre redes.',
  },
  quoting: 'Preparando y comprobando el pago…',
  review: {
    cost: 'Transferencia entre redes',
    routeFee: 'Comisión de la ruta, parte de la transferencia',
    swap: (symbol) => `Cambio a ${symbol}, parte de la transferencia`,
    atMost: (amount) => `como máximo ${amount}`,
    atLeast: (amount) => `como mínimo ${amount}`,
    rate: 'Tipo de cambio, transferencia incluida',
    youPayFrom: (network) => `Usted paga en ${network}`,
    networkFee: (network) => `Comisión de red en ${network}, aproximadamente`,
    arrives: 'Llegada',
    arrivesIn: (seconds) => `normalmente en unos ${durationText(LOCALE, seconds)}`,
    arrivesSoon: 'normalmente en unos minutos',
    contract: 'Contrato puente',
    approve: (isBridge, amount) =>
      `Usted autoriza al contrato ${isBridge ? 'puente' : 'de pago'} a tomar ${amount} de su monedero, y nada más. Todavía no se paga nada.`,
    swapped: (amount, given) => `${amount} (cambiado a ${given})`,
    pay: (taken, paid, network) =>
      `Usted firma una sola transacción dirigida al contrato puente: toma ${taken} de su monedero y paga ${paid} en ${network} a`,
    comesBack: (when, symbol) =>
      `Si no se puede pagar allí (hora límite: ${when}), el dinero vuelve a su monedero${symbol === undefined ? '' : ` en ${symbol}`}.`,
    feesStay: (network) =>
      `Una comisión pagada en ${network} queda pagada aunque el pago vuelva a su monedero. No la paga de nuevo.`,
    price: 'Este precio es válido durante',
    time: clockText,
    expired: 'Este precio es demasiado antiguo.',
    refresh: 'Consultar el precio de nuevo',
    changed: (before, now) => `El precio se actualizó: ${before} → ${now}.`,
    other: 'Elegir otra forma de pagar',
  },
  approving: 'La autorización está en camino',
  approvingText:
    'En cuanto la red la tenga, podrá pagar. En la mayoría de las redes tarda unos segundos.',
  follow: {
    title: 'Su pago está en camino',
    otherTitle: 'Hay un pago en camino',
    sentOn: (network) => `Enviado en ${network}`,
    seenOn: (network) => `Confirmado en ${network}`,
    waiting: (network) => `Esperando a ${network}`,
    arriving: (network) => `Llegando a ${network}`,
    usually: (network, seconds) =>
      `Llegando a ${network}, normalmente en unos ${durationText(LOCALE, seconds)}`,
    arrivedOn: (network) => `Llegó a ${network}`,
    counting: 'Esperando confirmaciones',
    close: 'Puede cerrar esta página. El pago continúa sin ella.',
    late: (network, when) =>
      `Esto tarda más de lo habitual. El dinero salió de su monedero y espera a que se pague en ${network}. ${when === undefined ? 'Si eso falla, vuelve a su monedero.' : `Si eso no ocurre (hora límite: ${when}), vuelve a su monedero.`} No pague de nuevo todavía.`,
    lateUnseen: (network) =>
      `${network} todavía no ha confirmado la transacción. Mire en su monedero: quizá pueda acelerarla allí. No pague de nuevo todavía.`,
    reverted: (network) =>
      `${network} rechazó la transacción. En cuanto eso sea definitivo, podrá pagar de nuevo aquí.`,
    replaced:
      'Su monedero envió otra transacción en lugar de esta. En cuanto eso sea definitivo, podrá pagar de nuevo aquí.',
    lost: 'La red ya no conoce esta transacción. Antes de pagar de nuevo, mire en su monedero si se descartó.',
    returnsTo: 'Lo que no se pueda entregar vuelve a',
    offline:
      'El servicio de pago no responde ahora mismo. Su transacción no se ve afectada; seguimos intentándolo.',
    others: (count) =>
      plural(LOCALE, count, {
        one: `Todavía puede llegar ${count} pago más de este enlace.`,
        other: `Todavía pueden llegar ${count} pagos más de este enlace.`,
      }),
    failed: {
      source_failed: {
        title: 'El pago no se envió',
        text: (network) =>
          `${network} rechazó o reemplazó la transacción. El pago no se realizó; solo se gastó una comisión de red. Puede pagar de nuevo.`,
      },
      unfilled: {
        title: 'El pago no llegó',
        text: (network) =>
          `No se entregó a tiempo. El dinero vuelve a su monedero en ${network}; puede tardar unas horas. Puede pagar de nuevo.`,
      },
      refunded: {
        title: 'El dinero volvió',
        text: (network) =>
          `El pago no se pudo entregar, y el dinero se devolvió a su monedero en ${network}. Puede pagar de nuevo.`,
      },
      unpaid: {
        title: 'El pago no se realizó',
        text: (_network, destination) =>
          `Los tokens llegaron a ${destination}, pero el pago no se pudo realizar allí. Están en su monedero en ${destination}. Puede pagar de nuevo.`,
      },
    },
    reference: 'Referencia para consultas',
    again: 'Pagar de nuevo',
    anotherWay: 'Pagar de otra forma',
    anotherWayNote:
      'Mientras este pago todavía pueda llegar, con un segundo pago puede pagar dos veces.',
    transactionOn: (network) => `Transacción en ${network}`,
    refundOn: (network) => `Reembolso en ${network}`,
  },
} satisfies Translation<typeof english>;
