import type { Translation } from '../../../ui/messages/translation.ts';
import type { bundleMessages as englishMessages } from '../en/bundle.ts';

/** The Turkish texts about paying a bundle from another network. */
export const bundleMessages = {
  loading: 'Ödenmesi gerekenler okunuyor…',
  choose: {
    title: 'Başka bir ağdan öde',
    text: (count: number) =>
      count === 1
        ? 'Ödenmesi gereken ödeme, tek bir token ile, bir işlemle yapılır.'
        : `Ödenmesi gereken ${count} ödemenin ${count === 2 ? 'her ikisi de' : 'tümü'}, tek bir token ile, her biri ayrı bir işlemle yapılır.`,
    from: (symbol: string, network: string) => `${network} ağında ${symbol}`,
    known: (amount: string, cost: string | undefined) =>
      `son okumada toplam ${amount}${cost === undefined ? '' : `, bunun ${cost} kadarı aktarımlar için`}`,
    tooLittle: '. Bu cüzdanda daha azı var.',
    none: 'Şu anda bu ödemeler için kullanılabilecek başka bir ağ yok.',
  },
  tooMany:
    'Bu ödemelerin sayısı, başka bir ağdan birlikte yapılabilecekten fazla. Bunları kendi ağlarında veya her birini kendi bağlantısıyla ödeyin.',
  quoting: 'Tüm ödemeler hazırlanıyor ve tek tek kontrol ediliyor…',
  review: {
    payments: (count: number) => `${count} ödeme`,
    cost: 'Ağlar arası aktarımlar',
    approve: (amount: string) =>
      `Köprü sözleşmesine cüzdanınızdan ${amount} çekme izni veriyorsunuz; bu, tüm ödemelerin toplamıdır ve daha fazlasına izin verilmez. Bu adımda henüz hiçbir ödeme yapılmaz.`,
    approveFees: (amount: string) =>
      `Ödeme sözleşmesine cüzdanınızdan ${amount} çekme izni veriyorsunuz; bu, tüm ücretlerin toplamıdır ve daha fazlasına izin verilmez. Bu adımda henüz hiçbir ödeme yapılmaz.`,
    feesLeft: 'Tüm ödemeler gönderildi. İmzalanacak yalnızca ücretleri kaldı.',
    pay: (at: number, of: number) => `Ödeme ${at}/${of}.`,
    alone: 'Ödemeler birbirinden bağımsızdır: yapılamayan geri döner, diğerleri yapılır.',
    rest: 'Kalan ödemelerin fiyatı çok eski. Gönderilenler devam eder; diğerleri kendi bağlantılarıyla ödenebilir.',
    follow: 'Burada dur ve gönderilenleri izle',
  },
  follow: {
    title: 'Ödemeleriniz yolda',
    ended: 'Bazı ödemeler yapılmadı',
    settled: 'Ödendi',
    sent: 'Gönderildi, henüz onaylanmadı',
    onItsWay: (network: string) => `Onaylandı; ${network} ağına ulaşıyor`,
    arrived: (network: string) => `${network} ağına ulaştı; onaylar bekleniyor`,
    failed: {
      source_failed: 'Gönderildiği ağ tarafından reddedildi; yalnızca bir ağ ücreti harcandı.',
      unfilled: 'Zamanında ulaşmadı. Para cüzdanınıza geri dönüyor.',
      refunded: 'Teslim edilemedi ve para cüzdanınıza geri döndü.',
      unpaid: 'Token’lar cüzdanınıza ulaştı, ancak ödeme yapılamadı.',
    },
    unsent: 'Gönderilmedi',
    pay: 'Kendi bağlantısıyla öde',
    close: 'Bu sayfayı kapatabilirsiniz. Ödemeler sayfa olmadan da devam eder.',
    anotherWayNote:
      'Bir ödeme hâlâ ulaşabilecekken onu yeniden yaparsanız iki kez ödemiş olabilirsiniz.',
  },
} satisfies Translation<typeof englishMessages>;
