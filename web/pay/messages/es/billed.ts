import { LOCALE } from '../../../ui/messages/es/language.ts';
import { plural } from '../../../ui/messages/plural.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { billedMessages as english } from '../en/billed.ts';

/** The Spanish texts of the screens with a bill: the review, the signature and the receipt. */
export const billedMessages = {
  mismatches: {
    unreadable: 'esta página no puede leer la transacción',
    contract: 'la transacción va a un contrato que esta página no conoce',
    token: 'la transacción mueve un token distinto del que se muestra',
    payee: 'la transacción paga a un destinatario distinto del que se muestra',
    amount: 'la transacción mueve un importe distinto del que se muestra',
    reference: 'la transacción lleva otra referencia de pago',
    fee: 'la comisión de la transacción no es la que se anunció',
    rate: 'el tipo de cambio de la transacción difiere mucho del que se muestra',
    payments: 'la transacción realiza pagos distintos de los que se muestran',
    approval:
      'la autorización es para un contrato o un importe distinto del que este pago necesita',
    coin: 'la transacción enviaría otro importe de la moneda propia de la red',
    signer: 'la transacción no es para el monedero que usted eligió',
    feeLimit: 'la transacción permite una comisión de red distinta de la que debería',
    expiry:
      'la transacción sigue siendo válida demasiado tiempo, o el reloj de este dispositivo no está en hora',
    signed: 'el monedero firmó algo distinto de lo que recibió',
  },
  payFrom: 'Pagar desde',
  otherAccounts: 'Usar otra cuenta de este monedero',
  amount: 'Importe',
  amounts: (count) => plural(LOCALE, count, { one: `${count} pago`, other: `${count} pagos` }),
  fee: (label, percentage) =>
    percentage === undefined
      ? (label ?? 'Comisión')
      : `${label ?? 'Comisión'} (${percentage}\u00a0%)`,
  borneByPayee: (fee) => `${fee}, de la parte del destinatario`,
  borneByPayer: (fee) => `${fee}, pagada aparte`,
  received: 'El destinatario recibe',
  contractFee: 'Comisión propia del contrato de pagos agrupados, como máximo',
  atMost: (amount) => `como máximo ${amount}`,
  about: (amount) => `aproximadamente ${amount}`,
  networkFee: (isSponsored) =>
    `Comisión de red${isSponsored ? ' (puede que la paguen por usted)' : ''}, aproximadamente`,
  networkFeeMost: 'Comisión de red de este paso, como máximo',
  youPay: 'Usted paga',
  review: {
    title: 'Revisar y pagar',
    step: (at, of) => `Firma ${at} de ${of}`,
    leftOut: (count, of) =>
      plural(LOCALE, count, {
        one: `${count} de ${of} pagos quedará fuera`,
        other: `${count} de ${of} pagos quedarán fuera`,
      }),
    switchTo: (network) => `Cambiar a ${network}`,
    wrongNetwork: (wallet, network) =>
      `${wallet} está en otra red. Cámbielo a ${network} para continuar.`,
    resetText: (symbol) =>
      `Primero se pone a cero su autorización anterior de ${symbol}. Este token lo exige antes de una nueva.`,
    resetButton: 'Borrar la autorización anterior',
    approveText: (amount) =>
      `Usted autoriza al contrato de pago a tomar ${amount} de su monedero. Todavía no se paga nada.`,
    approveUnlimited: (symbol) =>
      `Usted autoriza al contrato de pago a tomar cualquier importe en ${symbol} de su monedero, sin límite. Después puede retirar esa autorización en su monedero. Todavía no se paga nada.`,
    approveButton: (amount) => `Autorizar ${amount}`,
    approveUnlimitedButton: (symbol) => `Autorizar ${symbol}`,
    payText: 'Usted firma una sola transacción dirigida al contrato de pago:',
    payConverted: (amount, symbol) =>
      `al tipo de cambio de ese momento, pero como máximo lo que indica arriba «Usted paga», toma ${amount} en ${symbol} de su monedero y lo envía a`,
    batchText: (count, of) =>
      count === of
        ? `Usted firma una sola transacción dirigida al contrato de pagos agrupados: ${plural(LOCALE, count, { one: 'realiza el único pago pendiente', other: `realiza los ${count} pagos pendientes, o ninguno de ellos` })}.`
        : `Usted firma una transacción dirigida al contrato de pagos agrupados: realiza ${count} de los ${of} pagos pendientes, o ninguno.`,
    feeText: (label, amount) => `Usted paga la comisión «${label ?? ''}» de ${amount} a`,
    feeButton: (amount) => `Pagar la comisión de ${amount}`,
    feesLeft: 'Su pago se envió. Solo falta firmar las comisiones.',
    sent: 'Enviado antes',
    atOnce: (count) =>
      plural(LOCALE, count, {
        one: 'Su monedero firma una llamada.',
        other: `Su monedero firma ${count} llamadas a la vez: se realizan todas o ninguna.`,
      }),
    allAtOnce: (count) => `Firmar las ${count} a la vez`,
    allAtOnceNote: (wallet) =>
      `${wallet} pide primero actualizar su cuenta (EIP-7702): la dirección y las claves no cambian, y un contrato del monedero puede hacer varias llamadas a la vez. Usted puede rechazarlo y firmar las llamadas una por una.`,
    paySummary: (amount) => `transfiere ${amount} de su monedero a`,
    payFee: (amount) => `y ${amount} como comisión a`,
    payReference: 'con la referencia de pago',
    contract: 'Contrato de pago',
    payButton: (amount) => `Pagar ${amount}`,
    whatYouSign: 'Lo que usted firma',
    nextOpens: 'En cuanto la red la tenga, su monedero se abre solo para el paso siguiente:',
    opens: 'Su monedero se abre ahora para esto. Allí todavía puede rechazarlo.',
  },
  signing: {
    reset: 'Su monedero pide borrar la autorización anterior.',
    approve: (amount) => `Su monedero pide autorizar ${amount}.`,
    pay: (amount) => `Su monedero pide enviar ${amount}.`,
    atOnce: (count) =>
      plural(LOCALE, count, {
        one: 'Su monedero pide firmar una llamada.',
        other: `Su monedero pide firmar ${count} llamadas a la vez.`,
      }),
    hint: 'Si no aparece nada, abra el monedero directamente. Allí puede rechazar la solicitud.',
    closedWindow: 'Cerré la ventana del monedero',
  },
  approving: {
    part: 'Una parte de los pagos está en camino',
    next: 'En cuanto la red la tenga, podrá pagar la siguiente parte.',
    title: 'La autorización está en camino',
    text: 'En cuanto la red la tenga, podrá pagar. En la mayoría de las redes tarda unos segundos.',
  },
  reverted: {
    title: 'La red rechazó el pago',
    text: 'El pago no se realizó. La comisión de red del intento se gastó.',
    staysPaid: 'Lo que pagó antes sigue pagado.',
    onTron:
      'En Tron, un pago también falla si el monedero no tiene suficiente energía y TRX para él. Compruebe ambos antes de firmar de nuevo.',
    retry: 'Prepararlo de nuevo',
  },
  elsewhere: (network) =>
    `Su cuenta es un contrato de otra red. No envíe dinero a su dirección en ${network}: allí puede no ser de nadie.`,
  stale: {
    title: 'No hay un tipo de cambio actualizado',
    text: 'El tipo de cambio de este pago es demasiado antiguo, así que la red lo rechazaría.',
    later:
      'Un tipo nuevo llega por sí solo, normalmente en el plazo de un día; compruébelo más tarde.',
  },
  unpayable: {
    payer: {
      title: 'Este token no se puede enviar desde este monedero',
      text: 'El token rechaza cualquier transferencia desde este monedero: lo tiene bloqueado o está en pausa.',
      later: 'Use otro monedero o compruébelo más tarde.',
    },
    own: {
      title: 'Este monedero es el destinatario',
      text: 'Un monedero no puede pagarse a sí mismo: ese pago no contaría, así que no hay nada que firmar.',
      later: 'Use otro monedero.',
    },
    ownPart: {
      title: 'Este monedero es uno de los destinatarios',
      text: 'Un monedero no puede pagarse a sí mismo: su propia parte no contaría, así que no hay nada que firmar.',
      later: 'Use otro monedero.',
    },
    fee: {
      title: 'Una comisión de este pago no se puede pagar',
      text: 'La red rechazaría el pago de la comisión a esta dirección, así que no hay nada que firmar.',
      later: 'Avise a quien le envió el enlace.',
    },
    payee: {
      title: 'No se puede pagar a un destinatario',
      text: 'La red rechazaría el pago y nadie cobraría. No hay nada que firmar.',
      later: 'Avise a quien le envió el enlace.',
    },
    several: 'No se puede pagar a algunos destinatarios',
    receivesFee: 'Recibe una comisión de este pago.',
  },
  unlimited: (symbol) => `${symbol} sin límite`,
  receipt: {
    paid: 'Pagado',
    paidLast: 'Pagado con la última transacción',
    paidOf: (paid, of) => `Pagado, ${paid} de ${of} pagos`,
    total: 'Pagado con todas las comisiones',
    sentOn: 'Enviado',
    confirmed: 'Confirmado',
    block: (block) => `en el bloque ${block}`,
    final: 'Definitivo',
    finalSince: (when) => `Desde el ${when}. La red ya no puede revertir este pago.`,
    notFinal:
      'Todavía no. No hace falta que espere: su pago está completado. Esta página indicará cuándo la red ya no puede cambiarlo.',
    transaction: (at, of) => `Transacción ${at} de ${of}`,
  },
  lookAlike: {
    title: 'Vuelva a mirar la dirección',
    paid: {
      text: 'Este pago va a una dirección parecida a otra a la que este navegador ya ha pagado. Es una dirección distinta.',
      address: 'Este pago:',
      other: 'Pagada antes:',
    },
    own: {
      text: 'Este pago va a una dirección parecida a la de su propio monedero. Es una dirección distinta.',
      address: 'Este pago:',
      other: 'Su monedero:',
    },
    payee: {
      text: 'Dos destinatarios de este pago tienen direcciones parecidas. No son la misma.',
      address: 'Una de ellas:',
      other: 'La otra:',
    },
    more: (count) =>
      plural(LOCALE, count, {
        one: `${count} destinatario más tiene una dirección parecida a otra.`,
        other: `${count} destinatarios más tienen direcciones parecidas a otras.`,
      }),
    hint: 'Los ladrones ponen una dirección así en lugar de la correcta. Compare cada carácter. Si tiene dudas, no pague y pregunte al destinatario, no a quien le envió este enlace.',
  },
} satisfies Translation<typeof english>;
