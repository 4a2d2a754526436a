import type { ReceiptPageMessages } from './receipt-page-messages.ts';

/** The page of receipts in Portuguese. */
export const pt: ReceiptPageMessages = {
  receipts: 'Recibos de pagamento',
  testMode: 'Modo de teste. Nenhum dinheiro real é movimentado.',
  language: 'Idioma',
  onNetwork: (network) => `em ${network}`,
  final: 'definitivo',
  confirmed: 'confirmado',
  pdf: 'Salvar como PDF',
  print: null,
  json: 'Salvar como JSON',
  explorer: 'Ver no explorador de blocos',
  earlier: 'Pagamentos anteriores',
  openPayment: 'Abrir o pagamento',
  hiddenToo:
    'Outros pagamentos deste link são mostrados somente às carteiras que podem vê-los. O comerciante tem os recibos deles.',
  hidden: {
    title: 'Este recibo está oculto',
    text: 'O pagamento deste link só é mostrado às carteiras que podem vê-lo; por isso o recibo não é mostrado aqui. Peça-o ao comerciante.',
  },
  none: {
    title: 'Não há recibo',
    pending:
      'Ainda não consta nenhum pagamento válido com este link. Se você acabou de pagar, abra esta página novamente em um minuto.',
    expired:
      'Não consta nenhum pagamento válido com este link antes de ele expirar. Se você acabou de pagar, abra esta página novamente em um minuto.',
    invalidated: 'Não consta nenhum pagamento válido com este link, que foi retirado.',
    compliance_failed:
      'Não consta nenhum pagamento válido com este link, que não pode mais ser pago.',
    completed:
      'O pagamento deste link está sendo verificado novamente. Abra esta página outra vez em um minuto.',
    partially_settled:
      'Os pagamentos deste link estão sendo verificados novamente. Abra esta página outra vez em um minuto.',
  },
  failures: {
    unknown: {
      title: 'Este recibo não existe',
      text: 'O link deste endereço é desconhecido. Verifique se ele foi copiado por inteiro.',
    },
    limited: {
      title: 'Solicitações demais',
      text: 'Espere um minuto e abra esta página novamente.',
    },
    unreachable: {
      title: 'Não conseguimos acessar o serviço de pagamento',
      text: 'O que foi pago não é afetado por isso. Abra esta página novamente em um minuto.',
    },
  },
  merchant: {
    noName: 'O comerciante não informou um nome.',
    logo: 'Logotipo do comerciante',
    requestedBy: 'Solicitado por',
    unverified: 'Nome informado pelo próprio comerciante, não verificado.',
    website: 'Site',
    verified: 'verificado',
    questions: 'Dúvidas?',
  },
  check: {
    button: 'Verificar na blockchain',
    readAt: (time) => `Lido de um nó em ${time}.`,
    same: {
      title: 'Este pagamento está na blockchain',
      text: (blocks) =>
        `O destinatário, o valor, o token e a referência são os mesmos. ${blocks === 1 ? '1 bloco o confirma' : `${blocks} blocos o confirmam`}.`,
    },
    missing: {
      title: 'Este pagamento não está na blockchain',
      text: 'Nada foi pago nesta posição do bloco. O recibo foi alterado, ou a rede reverteu o pagamento.',
    },
    different: {
      title: 'A blockchain contém outros dados',
      text: 'Não confie no recibo que foi verificado:',
      line: (field, claimed, onChain) =>
        `${field}: o recibo indica ${claimed}, a blockchain contém ${onChain}`,
    },
    impossible: {
      title: 'Este recibo não pode ser verificado aqui',
      text: 'Uma de suas linhas não tem a forma que os recibos têm.',
    },
    limited: {
      title: 'Não verificado: solicitações demais',
      text: 'Espere um minuto e verifique novamente.',
    },
    unanswered: {
      title: 'Não verificado: nenhum nó responde agora',
      text: 'Isso não diz nada sobre o pagamento. Verifique novamente em um minuto.',
    },
  },
};
