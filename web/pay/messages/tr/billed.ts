import type { Translation } from '../../../ui/messages/translation.ts';
import type { billedMessages as englishMessages } from '../en/billed.ts';

/** The Turkish texts of the screens with a bill: the review, the signature and the receipt. */
export const billedMessages = {
  mismatches: {
    unreadable: 'işlem, bu sayfanın okuyabileceği türden değil',
    contract: 'işlem, bu sayfanın tanımadığı bir sözleşmeye gidiyor',
    token: 'işlem, gösterilenden başka bir token aktarıyor',
    payee: 'işlem, gösterilenden başka bir alıcıya ödeme yapıyor',
    amount: 'işlem, gösterilenden başka bir tutar aktarıyor',
    reference: 'işlem başka bir ödeme referansı taşıyor',
    fee: 'işlemdeki ücret, bildirilen ücret değil',
    rate: 'işlemdeki kur, gösterilen kurdan çok farklı',
    payments: 'işlem, gösterilenlerden başka ödemeler yapıyor',
    approval: 'harcama izni, bu ödemenin gerektirdiğinden başka bir sözleşme veya tutar için',
    coin: 'işlemin göndereceği yerel ağ parası tutarı, olması gerekenden farklı',
    signer: 'işlem, seçtiğiniz cüzdan için değil',
    feeLimit: 'işlem, olması gerekenden başka bir ağ ücretine izin veriyor',
    expiry: 'işlem fazla uzun süre geçerli kalıyor veya bu cihazın saati yanlış',
    signed: 'cüzdan, kendisine verilenden başka bir şey imzaladı',
  },
  payFrom: 'Ödeyen cüzdan',
  otherAccounts: 'Bu cüzdanın başka bir hesabını kullan',
  amount: 'Tutar',
  amounts: (count: number) => `${count} ödeme`,
  fee: (label: string | undefined, percentage: string | undefined) =>
    percentage === undefined
      ? (label ?? 'Ücret')
      : `${label ?? 'Ücret'} (%${percentage.replace('.', ',')})`,
  borneByPayee: (fee: string) => `${fee}, alıcının payından`,
  borneByPayer: (fee: string) => `${fee}, tutara ek olarak`,
  received: 'Alıcıya geçen',
  contractFee: 'Toplu ödeme sözleşmesinin kendi ücreti, en çok',
  atMost: (amount: string) => `en çok ${amount}`,
  about: (amount: string) => `yaklaşık ${amount}`,
  networkFee: (isSponsored: boolean) =>
    `Ağ ücreti${isSponsored ? ' (sizin yerinize ödenebilir)' : ''}, yaklaşık`,
  networkFeeMost: 'Bu adımın ağ ücreti, en çok',
  youPay: 'Ödeyeceğiniz',
  review: {
    title: 'İnceleyin ve ödeyin',
    step: (at: number, of: number) => `İmza ${at}/${of}`,
    leftOut: (count: number, of: number) => `${of} ödemenin ${count} tanesi dışarıda bırakılacak`,
    switchTo: (network: string) => `${network} ağına geç`,
    wrongNetwork: (wallet: string, network: string) =>
      `Cüzdanınız (${wallet}) başka bir ağda. Devam etmek için ${network} ağına geçin.`,
    resetText: (symbol: string) =>
      `Önce ${symbol} için eski harcama izniniz silinir. Bu token, yeni izinden önce bunu zorunlu kılar.`,
    resetButton: 'Eski izni sil',
    approveText: (amount: string) =>
      `Ödeme sözleşmesine cüzdanınızdan ${amount} çekme izni veriyorsunuz. Bu adımda henüz hiçbir ödeme yapılmaz.`,
    approveUnlimited: (symbol: string) =>
      `Ödeme sözleşmesine cüzdanınızdan herhangi bir miktarda, sınırsız olarak ${symbol} çekme izni veriyorsunuz. Bu izni daha sonra cüzdanınızda geri alabilirsiniz. Bu adımda henüz hiçbir ödeme yapılmaz.`,
    approveButton: (amount: string) => `${amount} için izin ver`,
    approveUnlimitedButton: (symbol: string) => `${symbol} için izin ver`,
    payText: 'Ödeme sözleşmesine giden tek bir işlem imzalıyorsunuz:',
    payConverted: (amount: string, symbol: string) =>
      `o anki döviz kuruyla, ancak en çok yukarıda “Ödeyeceğiniz” satırında yazan tutar kadar olmak üzere, cüzdanınızdan ${symbol} olarak ${amount} çekilir ve şu adrese gönderilir:`,
    batchText: (count: number, of: number) =>
      count === of
        ? `Toplu ödeme sözleşmesine giden bir işlem imzalıyorsunuz: ${count === 1 ? 'ödenmesi gereken tek ödemeyi yapar' : `ödenmesi gereken ${count} ödemenin ya ${count === 2 ? 'her ikisini de' : 'tümünü'} yapar ya da hiçbirini`}.`
        : `Toplu ödeme sözleşmesine giden bir işlem imzalıyorsunuz: ödenmesi gereken ${of} ödemeden ${count} tanesini yapar ya da bunların hiçbirini yapmaz.`,
    feeText: (label: string | undefined, amount: string) =>
      `“${label ?? ''}” ücreti olarak ${amount} şu adrese ödenir:`,
    feeButton: (amount: string) => `${amount} ücreti öde`,
    feesLeft: 'Ödemeniz gönderildi. İmzalanacak yalnızca ücretleri kaldı.',
    sent: 'Daha önce gönderilen',
    atOnce: (count: number) =>
      count === 1
        ? 'Cüzdanınız tek bir çağrı imzalıyor.'
        : `Cüzdanınız ${count} çağrıyı birlikte imzalıyor: ya hepsi gerçekleşir ya hiçbiri.`,
    allAtOnce: (count: number) => `${count} çağrıyı birlikte imzala`,
    allAtOnceNote: (wallet: string) =>
      `Cüzdanınız (${wallet}) önce hesabınızı yükseltmek için onay ister (EIP-7702): adres ve anahtarlar aynı kalır, cüzdanın bir sözleşmesi birden çok çağrıyı birlikte yapabilir. Bunu reddedip çağrıları tek tek imzalayabilirsiniz.`,
    paySummary: (amount: string) => `cüzdanınızdan ${amount} şu adrese aktarılır:`,
    payFee: (amount: string) => `ve ücret olarak ${amount} şu adrese:`,
    payReference: 'ödeme referansı:',
    contract: 'Ödeme sözleşmesi',
    payButton: (amount: string) => `${amount} öde`,
    whatYouSign: 'Ne imzalıyorsunuz',
    nextOpens: 'Ağ bunu kaydeder etmez cüzdanınız sonraki adım için kendiliğinden açılır:',
    opens: 'Cüzdanınız şimdi bunun için açılıyor. Orada hâlâ reddedebilirsiniz.',
  },
  signing: {
    reset: 'Cüzdanınız eski harcama iznini silmek için onayınızı istiyor.',
    approve: (amount: string) => `Cüzdanınız ${amount} harcama izni vermek için onayınızı istiyor.`,
    pay: (amount: string) => `Cüzdanınız ${amount} göndermek için onayınızı istiyor.`,
    atOnce: (count: number) =>
      count === 1
        ? 'Cüzdanınız tek bir çağrıyı imzalamanızı istiyor.'
        : `Cüzdanınız ${count} çağrıyı birlikte imzalamanızı istiyor.`,
    hint: 'Hiçbir pencere açılmazsa cüzdanı kendiniz açın. Orada reddedebilirsiniz.',
    closedWindow: 'Cüzdan penceresini kapattım',
  },
  approving: {
    part: 'Ödemelerin bir bölümü yolda',
    next: 'Ağa ulaşır ulaşmaz sonraki bölümü ödeyebilirsiniz.',
    title: 'Harcama izni yolda',
    text: 'Ağa ulaşır ulaşmaz ödeme yapabilirsiniz. Bu, çoğu ağda birkaç saniye sürer.',
  },
  reverted: {
    title: 'Ağ ödemeyi reddetti',
    text: 'Ödeme yapılmadı. Bu denemenin ağ ücreti harcandı.',
    staysPaid: 'Daha önce ödedikleriniz ödenmiş olarak kalır.',
    onTron:
      'Tron ağında, cüzdanda yeterli enerji ve TRX yoksa ödeme yine başarısız olur. Tekrar imzalamadan önce ikisini de kontrol edin.',
    retry: 'Yeniden hazırla',
  },
  elsewhere: (network: string) =>
    `Hesabınız başka bir ağdaki bir sözleşme. ${network} ağında bu hesabın adresine para göndermeyin: orada kimseye ait olmayabilir.`,
  stale: {
    title: 'Güncel döviz kuru yok',
    text: 'Bu ödemenin kuru çok eski, bu yüzden ağ ödemeyi reddederdi.',
    later:
      'Yeni kur kendiliğinden gelir, genellikle bir gün içinde; daha sonra tekrar kontrol edin.',
  },
  unpayable: {
    payer: {
      title: 'Bu token bu cüzdandan gönderilemiyor',
      text: 'Token, bu cüzdandan yapılan her aktarımı reddediyor: ya cüzdanı engelliyor ya da duraklatılmış.',
      later: 'Başka bir cüzdan kullanın veya daha sonra tekrar kontrol edin.',
    },
    own: {
      title: 'Alıcı bu cüzdanın kendisi',
      text: 'Bir cüzdan kendisine ödeme yapamaz: böyle bir ödeme sayılmaz, bu yüzden imzalanacak bir şey yok.',
      later: 'Başka bir cüzdan kullanın.',
    },
    ownPart: {
      title: 'Bu cüzdan alıcılardan biri',
      text: 'Bir cüzdan kendisine ödeme yapamaz: kendi payı sayılmaz, bu yüzden imzalanacak bir şey yok.',
      later: 'Başka bir cüzdan kullanın.',
    },
    fee: {
      title: 'Bu ödemenin bir ücreti ödenemiyor',
      text: 'Ağ, ücretin bu adrese ödenmesini reddederdi, bu yüzden imzalanacak bir şey yok.',
      later: 'Size bağlantıyı gönderen kişiye bildirin.',
    },
    payee: {
      title: 'Bir alıcıya ödeme yapılamıyor',
      text: 'Ağ ödemeyi reddederdi ve kimseye ödeme yapılmazdı. İmzalanacak bir şey yok.',
      later: 'Size bağlantıyı gönderen kişiye bildirin.',
    },
    several: 'Bazı alıcılara ödeme yapılamıyor',
    receivesFee: 'Bu ödemenin bir ücreti bu adrese gider.',
  },
  unlimited: (symbol: string) => `sınırsız ${symbol}`,
  receipt: {
    paid: 'Ödendi',
    paidLast: 'Son işlemle ödendi',
    paidOf: (paid: number, of: number) => `Ödendi, ${paid}/${of} ödeme`,
    total: 'Tüm ücretlerle ödenen',
    sentOn: 'Gönderildi',
    confirmed: 'Onaylandı',
    block: (block: number) => `${block} numaralı blokta`,
    final: 'Kesinleşme',
    finalSince: (when: string) => `Kesinleşti: ${when}. Ağ bu ödemeyi artık geri alamaz.`,
    notFinal:
      'Henüz değil. Beklemeniz gerekmez: ödemeniz tamamlandı. Ağın ödemeyi artık değiştiremeyeceği an bu sayfada gösterilir.',
    transaction: (at: number, of: number) => `İşlem ${at}/${of}`,
  },
  lookAlike: {
    title: 'Adrese tekrar bakın',
    paid: {
      text: 'Bu ödeme, bu tarayıcının daha önce ödeme yaptığı bir adrese benzeyen bir adrese gidiyor. Aynı adres değil.',
      address: 'Bu ödeme:',
      other: 'Daha önce ödenen:',
    },
    own: {
      text: 'Bu ödeme, kendi cüzdanınızın adresine benzeyen bir adrese gidiyor. Aynı adres değil.',
      address: 'Bu ödeme:',
      other: 'Sizin cüzdanınız:',
    },
    payee: {
      text: 'Bu ödemenin iki alıcısının adresleri birbirine benziyor. Aynı adres değiller.',
      address: 'Biri:',
      other: 'Diğeri:',
    },
    more: (count: number) => `Başka adreslere benzeyen ${count} alıcı adresi daha var.`,
    hint: 'Hırsızlar doğru adresin yerine böyle bir adres koyar. Her karakteri karşılaştırın. Emin değilseniz ödeme yapmayın ve bu bağlantıyı gönderene değil, alıcıya sorun.',
  },
} satisfies Translation<typeof englishMessages>;
