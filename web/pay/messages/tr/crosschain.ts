import { laterMessages } from '../../../ui/messages/tr/later.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { clockText } from '../../crosschain/clock-text.ts';
import { durationText } from '../duration.ts';
import type { crosschainMessages as englishMessages } from '../en/crosschain.ts';
import { billedMessages } from './billed.ts';

const MISMATCHES: Translation<typeof englishMessages.mismatches> = {
  ...billedMessages.mismatches,
  unsupported: 'bu sayfa ağı veya token’ı tanımıyor',
  network: 'işlem, ödemeninkinden başka bir ağa gidiyor',
  receiver: 'token’lar, köprününkinden başka bir hesaba giderdi',
  refund: 'teslim edilemeyen tutar cüzdanınıza geri dönmezdi',
  arrival: 'ödemenin gerektirdiğinden başka bir tutar veya token ulaşırdı',
  leg: 'işlem, ödemeden önce bu sayfanın tanımadığı bir şey yapıyor',
  cost: 'cüzdanınızdan, ödemenin değerinden çok daha fazlası çekilirdi',
  deadline: 'işlemin geçerlilik süresi olması gerekenden farklı veya bu cihazın saati yanlış',
};

const NOTICES: Translation<typeof englishMessages.notices> = {
  declined: 'Reddettiniz. Ödeme gönderilmedi.',
  busy: 'Cüzdanınızda zaten açık bir istek var. Orada tamamlayın veya kapatın, sonra tekrar deneyin.',
  unauthorized:
    'Cüzdanınız bu sayfaya hesaba erişim izni vermedi. Orada izin verip tekrar deneyin.',
  disconnected: 'Cüzdanınız başka bir ağda. Ağı değiştirip tekrar deneyin.',
  unknown_chain: 'Cüzdanınız bu ağı tanımıyor. Cüzdana ekleyip tekrar deneyin.',
  unsupported: 'Cüzdanınız bunu buradan yapamıyor. Cüzdanda yapıp tekrar deneyin.',
  insufficient: 'Cüzdan, bakiyenin bunun için yetersiz olduğunu bildiriyor. Ödeme gönderilmedi.',
  would_revert: 'Ağ şu anda bu ödemeyi reddederdi, bu yüzden ödeme gönderilmedi.',
  wrong_checksum:
    'Cüzdanınızın bildirdiği adresin sağlama toplamı yanlış. Başka bir hesap veya cüzdan kullanın.',
  failed: 'Cüzdan net bir yanıt vermedi. Tekrar denemeden önce cüzdanın etkinliklerine bakın.',
  unloaded: laterMessages.unloaded,
  wrong_account: 'Cüzdanınız başka bir hesap adına yanıt verdi. Başladığınız hesabı seçin.',
  other_tab:
    'Bu tarayıcının başka bir sekmesi, cüzdanınızda bu ödeme için bir istek açık tutuyor. Orada devam edin veya önce o sekmeyi kapatın.',
  left_open: 'Bu sayfanın bir isteği cüzdanınızda hâlâ açık olabilir. Ödemeden önce oraya bakın.',
  api_away:
    'Ödeme hizmeti şu anda yanıt vermiyor. Hiçbir şey gönderilmedi; birazdan tekrar deneyin.',
  approval_reverted: 'Harcama izni ağda başarısız oldu. Ödeme gönderilmedi; ağ ücreti harcandı.',
  approval_dropped: 'Harcama izni ağda bulunamadı. Ödeme gönderilmedi; cüzdanınızı kontrol edin.',
  second_payment:
    'Bu bağlantının başka bir ödemesi yolda ve hâlâ ulaşabilir. Şimdi öderseniz iki kez ödemiş olabilirsiniz.',
  route_not_available: 'Bu token şu anda bu ödeme için kullanılamıyor. Başka birini seçin.',
  amount_too_low_for_route:
    'Bu tutar başka bir ağdan ödemek için çok küçük: 1 USD’den fazla olmalı.',
  amount_too_high_for_route:
    'Bu ağ ve token şu anda bu kadar tutarı taşıyamıyor. Başka birini seçin.',
  route_too_expensive: 'Oradan ödemek şu anda çok pahalı. Başka birini seçin.',
  route_refused:
    'Bu ödeme için sunulan teklif imzalamak için güvenli değildi, bu yüzden reddedildi. Başka birini seçin.',
  payer_is_contract:
    'Bu cüzdan bir sözleşme. Başka bir ağdan ödeyemez, çünkü geri dönen para kaybolabilir.',
  payee_is_contract_elsewhere:
    'Alıcıya başka bir ağdan ödeme yapılamıyor. Ödemenin kendi ağında ödeyin.',
  rate_not_available: 'Şu anda bu token için döviz kuru yok. Başka birini seçin.',
  refund_wallet_required: 'Safe’iniz ödemenin ağında artık aynı değil. Başka bir ödeme yolu seçin.',
  route_ends_too_soon:
    'Safe’inizin sahiplerinin bunu imzalamak için 15 dakikadan az zamanı olurdu. Başka bir token seçin.',
  payer_is_not_safe: 'Hesabınız o ağda bilinen bir sürümde Safe değil, bu yüzden oradan ödeyemez.',
  provider_away:
    'Başka ağlardan ödeme şu anda kullanılamıyor. Hiçbir şey gönderilmedi. Ödemenin kendi ağında yine de ödeyebilirsiniz.',
  short: 'Bu cüzdanda bu token’dan ödemenin gerektirdiğinden daha az var. Başka birini seçin.',
  no_gas: 'Bu cüzdanda oradaki ağ ücreti için yeterli bakiye yok. Başka birini seçin.',
  limited: 'Buradan çok sık fiyat sorgulandı. Birkaç dakika sonra tekrar deneyin.',
};

/** The Turkish texts about paying from another network. */
export const crosschainMessages = {
  mismatches: MISMATCHES,
  notices: NOTICES,
  offer: {
    button: 'Başka bir ağdan öde',
    text: (amount: string, network: string) => `Örneğin ${network} ağından ${amount}.`,
    onItsWay: NOTICES.second_payment,
  },
  choose: {
    title: 'Başka bir ağdan öde',
    loading: 'Cüzdanınızın diğer ağlardaki bakiyesi okunuyor…',
    from: (symbol: string, network: string) => `${network} ağında ${symbol}`,
    total: (amount: string) => `toplam ${amount}`,
    cost: (amount: string) => `bunun ${amount} kadarı aktarım için`,
    free: 'aktarım için ücret yok',
    arrives: (seconds: number) => `yaklaşık ${durationText('tr', seconds)} içinde ulaşır`,
    held: (held: string, needed: string) => `${held} mevcut, ${needed} gerekli`,
    none: 'Bu cüzdanda, başka bir ağda bunu ödeyebilecek token yok.',
    refresh: 'Tekrar kontrol et',
    own: (symbol: string, network: string) => `${network} ağında ${symbol} ile öde`,
    ownNote: 'Ağlar arası aktarım olmadan.',
  },
  quoting: 'Ödeme hazırlanıyor ve kontrol ediliyor…',
  review: {
    cost: 'Ağlar arası aktarım',
    routeFee: 'Rota ücreti, aktarıma dahil',
    swap: (symbol: string) => `${symbol} karşılığı takas, aktarıma dahil`,
    atMost: (amount: string) => `en çok ${amount}`,
    atLeast: (amount: string) => `en az ${amount}`,
    rate: 'Döviz kuru, aktarım dahil',
    youPayFrom: (network: string) => `Ödeyeceğiniz (${network} ağında)`,
    networkFee: (network: string) => `${network} ağındaki ağ ücreti, yaklaşık`,
    arrives: 'Varış',
    arrivesIn: (seconds: number) => `genellikle yaklaşık ${durationText('tr', seconds)} içinde`,
    arrivesSoon: 'genellikle birkaç dakika içinde',
    contract: 'Köprü sözleşmesi',
    approve: (isBridge: boolean, amount: string) =>
      `Cüzdanınızdan ${amount} çekilmesine izin veriyorsunuz, daha fazlasına değil. İzin verilen: ${isBridge ? 'köprü' : 'ödeme'} sözleşmesi. Bu adımda henüz hiçbir ödeme yapılmaz.`,
    swapped: (amount: string, given: string) => `${amount} (takas karşılığı ${given})`,
    pay: (taken: string, paid: string, network: string) =>
      `Köprü sözleşmesine giden tek bir işlem imzalıyorsunuz: cüzdanınızdan ${taken} çekilir ve ${network} ağında ${paid} şu adrese ödenir:`,
    comesBack: (when: string, symbol?: string) =>
      `Orada en geç ${when} itibarıyla ödenemezse para${symbol === undefined ? '' : ` ${symbol} olarak`} cüzdanınıza geri döner.`,
    feesStay: (network: string) =>
      `Ödeme cüzdanınıza geri dönse bile ${network} ağında ödenen ücret ödenmiş kalır. Bu ücreti tekrar ödemezsiniz.`,
    price: 'Bu fiyatın kalan geçerlilik süresi:',
    time: clockText,
    expired: 'Bu fiyat çok eski.',
    refresh: 'Fiyatı yeniden oku',
    changed: (before: string, now: string) => `Fiyat güncellendi: ${before} → ${now}.`,
    other: 'Başka bir ödeme yolu seç',
  },
  approving: 'Harcama izni yolda',
  approvingText: 'Ağa ulaşır ulaşmaz ödeme yapabilirsiniz. Bu, çoğu ağda birkaç saniye sürer.',
  follow: {
    title: 'Ödemeniz yolda',
    otherTitle: 'Bir ödeme yolda',
    sentOn: (network: string) => `${network} ağında gönderildi`,
    seenOn: (network: string) => `${network} ağında onaylandı`,
    waiting: (network: string) => `${network} ağı bekleniyor`,
    arriving: (network: string) => `${network} ağına ulaşıyor`,
    usually: (network: string, seconds: number) =>
      `${network} ağına ulaşıyor, genellikle yaklaşık ${durationText('tr', seconds)} içinde`,
    arrivedOn: (network: string) => `${network} ağına ulaştı`,
    counting: 'Onaylar bekleniyor',
    close: 'Bu sayfayı kapatabilirsiniz. Ödeme sayfa olmadan da devam eder.',
    late: (network: string, when: string | undefined) =>
      `Bu, her zamankinden uzun sürüyor. Para cüzdanınızdan çıktı ve ${network} ağında ödenmeyi bekliyor. ${when === undefined ? 'Bu başarısız olursa para cüzdanınıza geri döner.' : `Bu en geç ${when} itibarıyla gerçekleşmezse para cüzdanınıza geri döner.`} Henüz tekrar ödemeyin.`,
    lateUnseen: (network: string) =>
      `${network} ağı işlemi henüz onaylamadı. Cüzdanınıza bakın: işlemi orada hızlandırabilirsiniz. Henüz tekrar ödemeyin.`,
    reverted: (network: string) =>
      `${network} ağı işlemi reddetti. Bu kesinleşir kesinleşmez burada tekrar ödeyebilirsiniz.`,
    replaced:
      'Cüzdanınız bunun yerine başka bir işlem gönderdi. Bu kesinleşir kesinleşmez burada tekrar ödeyebilirsiniz.',
    lost: 'Ağ bu işlemi artık tanımıyor. Tekrar ödemeden önce işlemin düşüp düşmediğine cüzdanınızdan bakın.',
    returnsTo: 'Teslim edilemeyen tutar şu adrese geri döner:',
    offline:
      'Ödeme hizmeti şu anda yanıt vermiyor. İşleminiz bundan etkilenmez; denemeyi sürdürüyoruz.',
    others: (count: number) => `Bu bağlantının ${count} ödemesi daha ulaşabilir.`,
    failed: {
      source_failed: {
        title: 'Ödeme gönderilmedi',
        text: (network: string) =>
          `${network} ağı işlemi reddetti veya başka bir işlemle değiştirdi. Ödeme yapılmadı; yalnızca bir ağ ücreti harcandı. Tekrar ödeyebilirsiniz.`,
      },
      unfilled: {
        title: 'Ödeme ulaşmadı',
        text: (network: string) =>
          `Ödeme zamanında teslim edilmedi. Para, ${network} ağında cüzdanınıza geri dönüyor; bu birkaç saat sürebilir. Tekrar ödeyebilirsiniz.`,
      },
      refunded: {
        title: 'Para geri döndü',
        text: (network: string) =>
          `Ödeme teslim edilemedi ve para, ${network} ağında cüzdanınıza iade edildi. Tekrar ödeyebilirsiniz.`,
      },
      unpaid: {
        title: 'Ödeme yapılmadı',
        text: (_network: string, destination: string) =>
          `Token’lar ${destination} ağına ulaştı, ancak ödeme orada yapılamadı. Token’lar ${destination} ağında cüzdanınızda. Tekrar ödeyebilirsiniz.`,
      },
    },
    reference: 'Sorular için referans',
    again: 'Tekrar öde',
    anotherWay: 'Başka bir yolla öde',
    anotherWayNote:
      'Bu ödeme hâlâ ulaşabilecekken ikinci bir ödeme yaparsanız iki kez ödemiş olabilirsiniz.',
    transactionOn: (network: string) => `${network} ağındaki işlem`,
    refundOn: (network: string) => `${network} ağındaki iade`,
  },
} satisfies Translation<typeof englishMessages>;
