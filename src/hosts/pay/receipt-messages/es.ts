import type { ReceiptPageMessages } from './receipt-page-messages.ts';

/** The page of receipts in Spanish. */
export const es: ReceiptPageMessages = {
  receipts: 'Recibos de pago',
  testMode: 'Modo de prueba. No se mueve dinero real.',
  language: 'Idioma',
  onNetwork: (network) => `en ${network}`,
  final: 'definitivo',
  confirmed: 'confirmado',
  pdf: 'Guardar como PDF',
  print: null,
  json: 'Guardar como JSON',
  explorer: 'Verlo en el explorador de bloques',
  earlier: 'Pagos anteriores',
  openPayment: 'Abrir el pago',
  hiddenToo:
    'Otros pagos de este enlace solo se muestran a los monederos que pueden verlos. El comercio tiene sus recibos.',
  hidden: {
    title: 'Este recibo está oculto',
    text: 'Este enlace muestra su pago solo a los monederos que pueden verlo, por lo que su recibo no se muestra aquí. Pídaselo al comercio.',
  },
  none: {
    title: 'No hay recibo',
    pending:
      'Todavía no consta ningún pago válido con este enlace. Si acaba de pagar, vuelva a abrir esta página dentro de un minuto.',
    expired:
      'No consta ningún pago válido con este enlace antes de que caducara. Si acaba de pagar, vuelva a abrir esta página dentro de un minuto.',
    invalidated: 'No consta ningún pago válido con este enlace, que fue retirado.',
    compliance_failed: 'No consta ningún pago válido con este enlace, que ya no se puede pagar.',
    completed:
      'El pago de este enlace se está volviendo a comprobar. Abra esta página de nuevo dentro de un minuto.',
    partially_settled:
      'Los pagos de este enlace se están volviendo a comprobar. Abra esta página de nuevo dentro de un minuto.',
  },
  failures: {
    unknown: {
      title: 'Este recibo no existe',
      text: 'El enlace de esta dirección es desconocido. Compruebe que lo ha copiado completo.',
    },
    limited: {
      title: 'Demasiadas solicitudes',
      text: 'Espere un minuto y vuelva a abrir esta página.',
    },
    unreachable: {
      title: 'No podemos conectar con el servicio de pago',
      text: 'Lo que se haya pagado no se ve afectado. Vuelva a abrir esta página dentro de un minuto.',
    },
  },
  merchant: {
    noName: 'El comercio no indicó ningún nombre.',
    logo: 'Logotipo del comercio',
    requestedBy: 'Solicitado por',
    unverified: 'Nombre indicado por el propio comercio, sin verificar.',
    website: 'Sitio web',
    verified: 'verificado',
    questions: '¿Preguntas?',
  },
  check: {
    button: 'Comprobarlo en la cadena',
    readAt: (time) => `Leído de un nodo el ${time}.`,
    same: {
      title: 'Este pago está en la cadena',
      text: (blocks) =>
        `El destinatario, el importe, el token y la referencia coinciden. Lo ${blocks === 1 ? 'confirma 1 bloque' : `confirman ${blocks} bloques`}.`,
    },
    missing: {
      title: 'Este pago no está en la cadena',
      text: 'No se pagó nada en esta posición del bloque. El recibo se modificó, o la red revirtió el pago.',
    },
    different: {
      title: 'La cadena contiene otros datos',
      text: 'No se fíe del recibo comprobado:',
      line: (field, claimed, onChain) =>
        `${field}: el recibo indica ${claimed}, la cadena contiene ${onChain}`,
    },
    impossible: {
      title: 'Este recibo no se puede comprobar aquí',
      text: 'Una de sus líneas no tiene la forma que debe tener en un recibo.',
    },
    limited: {
      title: 'Sin comprobar: demasiadas solicitudes',
      text: 'Espere un minuto y vuelva a comprobarlo.',
    },
    unanswered: {
      title: 'Sin comprobar: ningún nodo responde ahora',
      text: 'Esto no dice nada sobre el pago. Vuelva a comprobarlo dentro de un minuto.',
    },
  },
};
