import type { testWalletMessages as english } from '../en/test-wallet.ts';
import type { Translation } from '../translation.ts';

/** The Spanish texts of the sandbox’s own wallet; payers with real money load none of them. */
export const testWalletMessages = {
  name: 'Monedero de prueba',
  allow: 'Conectar',
  names: {
    safe: 'Cuenta Safe de prueba (dos propietarios)',
    smart_account: 'Cuenta inteligente de prueba (una clave)',
    delegated: 'Monedero de prueba con EIP-7702',
  },
  tronName: 'Monedero de prueba (Tron)',
  sign: 'Firmar',
  decline: 'Rechazar',
  connect: 'Esta página quiere ver la dirección del monedero de prueba.',
  send: 'Esta página quiere enviar una transacción a',
  typed: 'Esta página quiere que el monedero de prueba firme este permiso:',
  text: 'Esta página quiere que el monedero de prueba firme este texto:',
  execute:
    'Esta página quiere que la cuenta haga llamadas a estos contratos en una sola transacción:',
  delegate:
    'Esta página quiere hacer llamadas a estos contratos en una sola transacción. Para ello, su cuenta delega en un código publicado (EIP-7702), también después; la dirección y la clave no cambian. Las llamadas:',
  propose:
    'Esta página quiere que la cuenta Safe haga llamadas a estos contratos en una sola transacción. Al firmar, usted la propone como el primero de dos propietarios:',
  owner: {
    title: 'Segundo propietario de la cuenta Safe de prueba',
    text: 'El primer propietario ha firmado. En el entorno de pruebas, usted es también el segundo.',
    execute: 'Firmar como segundo propietario y ejecutar',
    reject: 'Rechazar como ambos propietarios',
    working: 'La red la recibirá en un momento.',
  },
  note: 'Solo dinero de prueba. La clave de este monedero es pública.',
} satisfies Translation<typeof english>;
