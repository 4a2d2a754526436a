import type { Translation } from '../../../ui/messages/translation.ts';
import type { expectedMessages as english } from '../en/expected.ts';

/** The Spanish texts of links that name their payment. */
export const expectedMessages = {
  same: 'Coincide con el enlace que usted abrió',
  sameButFees:
    'Coincide con el enlace que usted abrió. Este no menciona las comisiones pagadas aparte: revíselas.',
  expected:
    'Este no es el pago para el que se creó el enlace: su destinatario, token, red o importe es otro. No se envió nada, y aquí no hay nada que firmar. Avise a quien le envió el enlace.',
  expectation:
    'El final del enlace, a partir de «#expect», no se puede leer, así que esta página no puede saber si muestra el pago correcto. No se envió nada. Compruebe que se copió el enlace completo, o pida uno nuevo.',
} satisfies Translation<typeof english>;
