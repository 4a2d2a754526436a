import type { Translation } from '../../../ui/messages/translation.ts';
import type { unpaidMessages as englishMessages } from '../en/unpaid.ts';

/** The Turkish texts about fees that a completed payment was made without. */
export const unpaidMessages = {
  title: 'Henüz ödenmemiş ücretler',
  text: 'Bu ödeme tamamlandı. Şu ücretler henüz ödenmedi:',
  to: '· alıcı:',
  notPayable: {
    uncompared:
      'Açtığınız bağlantı bir ödemeyi belirtiyor, bu ücretleri değil. Bu yüzden bu sayfa onları karşılaştıramaz ve ödemez. Ne için olduklarını size bağlantıyı gönderen kişi söyleyebilir.',
    unknown:
      'Bu sayfada ödenemezler. Nasıl ödeneceğini size bağlantıyı gönderen kişi söyleyebilir.',
    inParts: 'Her biri kendi ödemesinin bağlantısında ödenir.',
    noRate: 'Döviz kuru okunamadığı için şu anda ödenemezler. Bu sayfayı daha sonra tekrar açın.',
    staleRate:
      'Döviz kuru çok eski olduğu ve ağ onları reddedeceği için şu anda ödenemezler. Yeni kur kendiliğinden gelir, genellikle bir gün içinde.',
  },
  openPart: 'Bu ödemenin bağlantısını aç',
  pay: (wallet: string) => `Bu ücretleri ${wallet} ile öde`,
  input: 'Cüzdanlar aranıyor…',
  none: 'Bu tarayıcıda cüzdan bulunamadı. Ücretleri ödemek için bu bağlantıyı cüzdanınızın bulunduğu yerde açın.',
  doing: {
    connecting: (wallet: string) => `Devam etmek için cüzdanınızı açın: ${wallet}.`,
    preparing: () => 'Ücretler hazırlanıyor ve kontrol ediliyor…',
    switching: (wallet: string) => `Ağı değiştirmek için cüzdanınızda onaylayın: ${wallet}.`,
    signing: (wallet: string) => `Cüzdanınızda onaylayın: ${wallet}.`,
    approving: () => 'Harcama izni yolda. Ağa ulaşır ulaşmaz ödeyebilirsiniz.',
  },
  whatYouSign: 'Ne imzalıyorsunuz',
  payFrom: (wallet: string) => `Ödeme yaptığınız cüzdan, ${wallet}:`,
  reference: 'ödeme referansı:',
  payButton: (amount: string) => `Ücretleri öde: ${amount}`,
  sent: 'Ücretler yolda. Onları tekrar ödemeyin.',
  notices: {
    changed: 'Ödenmemiş olanlar değişti. Lütfen tekrar inceleyin.',
    short: 'Bu cüzdanda bu ücretler için yeterli bakiye yok.',
    noGas: 'Bu cüzdanda ağın kendi ücreti için yeterli bakiye yok.',
    unavailable: 'Bu ücretler şu anda hazırlanamıyor. Daha sonra tekrar deneyin.',
    onItsWay: 'Bu ücretlerin bir ödemesi zaten ağda. Onları tekrar ödemeyin.',
    notAllowed: 'Bu cüzdan bu ödeme için kullanılamaz. Başka birini kullanın.',
    reverted: 'Ağ bunu reddetti. Hiçbir ücret ödenmedi; bu denemenin ağ ücreti harcandı.',
    left_open: 'Bu sayfanın bir isteği cüzdanınızda hâlâ açık olabilir. Ödemeden önce oraya bakın.',
    dropped: 'İşlem düştü veya iptal edildi. Ücretler ödenmedi.',
  },
} satisfies Translation<typeof englishMessages>;
