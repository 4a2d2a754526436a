import type { ReceiptPageMessages } from './receipt-page-messages.ts';

/** The page of receipts in Turkish. */
export const tr: ReceiptPageMessages = {
  receipts: 'Ödeme makbuzları',
  testMode: 'Test modu. Gerçek para hareket etmez.',
  language: 'Dil',
  onNetwork: (network) => `${network} ağında`,
  final: 'kesinleşti',
  confirmed: 'onaylandı',
  pdf: 'PDF olarak kaydet',
  print: null,
  json: 'JSON olarak kaydet',
  explorer: 'Blok gezgininde görüntüle',
  earlier: 'Önceki ödemeler',
  openPayment: 'Ödemeyi aç',
  hiddenToo:
    'Bu bağlantının diğer ödemeleri yalnızca onları görebilecek cüzdanlara gösterilir. Makbuzları satıcıdadır.',
  hidden: {
    title: 'Bu makbuz gizli',
    text: 'Bu bağlantı, ödemesini yalnızca onu görebilecek cüzdanlara gösterir; bu nedenle makbuzu burada gösterilmez. Makbuzu satıcıdan isteyin.',
  },
  none: {
    title: 'Makbuz yok',
    pending:
      'Bu bağlantıyla henüz geçerli bir ödeme yapılmadı. Az önce ödediyseniz bu sayfayı bir dakika sonra yeniden açın.',
    expired:
      'Süresi dolmadan önce bu bağlantıyla geçerli bir ödeme yapılmadı. Az önce ödediyseniz bu sayfayı bir dakika sonra yeniden açın.',
    invalidated: 'Bu bağlantıyla geçerli bir ödeme yapılmadı ve bağlantı geri çekildi.',
    compliance_failed: 'Bu bağlantıyla geçerli bir ödeme yapılmadı ve bağlantı artık ödenemez.',
    completed:
      'Bu bağlantının ödemesi yeniden kontrol ediliyor. Bu sayfayı bir dakika sonra yeniden açın.',
    partially_settled:
      'Bu bağlantının ödemeleri yeniden kontrol ediliyor. Bu sayfayı bir dakika sonra yeniden açın.',
  },
  failures: {
    unknown: {
      title: 'Böyle bir makbuz yok',
      text: 'Bu adresteki bağlantı bilinmiyor. Tamamını kopyaladığınızı kontrol edin.',
    },
    limited: {
      title: 'Çok fazla istek',
      text: 'Bir dakika bekleyin, ardından bu sayfayı yeniden açın.',
    },
    unreachable: {
      title: 'Ödeme hizmetine ulaşamıyoruz',
      text: 'Yapılmış ödemeler bundan etkilenmez. Bu sayfayı bir dakika sonra yeniden açın.',
    },
  },
  merchant: {
    noName: 'Satıcı bir ad belirtmedi.',
    logo: 'Satıcının logosu',
    requestedBy: 'Talep eden:',
    unverified: 'Kendi verdiği ad, doğrulanmadı.',
    website: 'Web sitesi:',
    verified: 'doğrulandı',
    questions: 'Sorularınız mı var?',
  },
  check: {
    button: 'Zincirde kontrol et',
    readAt: (time) => `Bir düğümden okundu: ${time}.`,
    same: {
      title: 'Bu ödeme zincirde var',
      text: (blocks) =>
        `Alıcı, tutar, token ve referans zincirdekiyle aynı. Ödemeyi onaylayan blok sayısı: ${blocks}.`,
    },
    missing: {
      title: 'Zincirde böyle bir ödeme yok',
      text: 'Bloğun bu konumunda hiçbir ödeme yapılmadı. Makbuz değiştirilmiş ya da ağ ödemeyi geri almış.',
    },
    different: {
      title: 'Zincirdeki bilgiler farklı',
      text: 'Kontrol edilen makbuza güvenmeyin:',
      line: (field, claimed, onChain) => `${field}: makbuzda ${claimed}, zincirde ${onChain}`,
    },
    impossible: {
      title: 'Bu makbuz burada kontrol edilemez',
      text: 'Satırlarından biri makbuzlardaki biçimde değil.',
    },
    limited: {
      title: 'Kontrol edilmedi: çok fazla istek',
      text: 'Bir dakika bekleyin, ardından yeniden kontrol edin.',
    },
    unanswered: {
      title: 'Kontrol edilmedi: şu anda hiçbir düğüm yanıt vermiyor',
      text: 'Bu, ödeme hakkında hiçbir şey göstermez. Bir dakika sonra yeniden kontrol edin.',
    },
  },
};
