import type { testWalletMessages as english } from '../en/test-wallet.ts';
import type { Translation } from '../translation.ts';

/** The Portuguese texts of the sandbox’s own wallet; payers with real money load none of them. */
export const testWalletMessages = {
  name: 'Carteira de teste',
  allow: 'Conectar',
  names: {
    safe: 'Safe de teste (dois proprietários)',
    smart_account: 'Conta inteligente de teste (uma chave)',
    delegated: 'Carteira de teste com EIP-7702',
  },
  tronName: 'Carteira de teste (Tron)',
  sign: 'Assinar',
  decline: 'Recusar',
  connect: 'Esta página quer ver o endereço da carteira de teste.',
  send: 'Esta página quer enviar uma transação para',
  typed: 'Esta página quer que a carteira de teste assine esta permissão:',
  text: 'Esta página quer que a carteira de teste assine este texto:',
  execute: 'Esta página quer que a conta faça chamadas a estes contratos em uma única transação:',
  delegate:
    'Esta página quer fazer chamadas a estes contratos em uma única transação. Para isso, sua conta delega a um código publicado (EIP-7702), também depois; o endereço e a chave continuam os mesmos. As chamadas:',
  propose:
    'Esta página quer que a Safe faça chamadas a estes contratos em uma única transação. Ao assinar, você a propõe, como o primeiro de dois proprietários:',
  owner: {
    title: 'Segundo proprietário da Safe de teste',
    text: 'O primeiro proprietário assinou. No ambiente de testes, você também é o segundo.',
    execute: 'Assinar como segundo proprietário e executar',
    reject: 'Rejeitar como ambos os proprietários',
    working: 'A rede a receberá em instantes.',
  },
  note: 'Somente dinheiro de teste. A chave desta carteira é conhecida publicamente.',
} satisfies Translation<typeof english>;
