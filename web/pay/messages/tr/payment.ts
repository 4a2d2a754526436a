import { laterMessages } from '../../../ui/messages/tr/later.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { Seen } from '../../page-state.ts';
import { durationText } from '../duration.ts';
import type { paymentMessages as englishMessages } from '../en/payment.ts';

const NOTICES: Translation<typeof englishMessages.notices> = {
  declined: 'Reddettiniz.',
  busy: 'Cüzdanınızda zaten açık bir istek var. Orada tamamlayın veya kapatın, sonra tekrar deneyin.',
  unauthorized:
    'Cüzdanınız bu sayfaya hesaba erişim izni vermedi. Orada izin verip tekrar deneyin.',
  disconnected: 'Cüzdanınız bir ağa bağlı değil. Cüzdanı açıp tekrar deneyin.',
  unknown_chain: 'Cüzdanınız bu ağı tanımıyor. Cüzdana ekleyip tekrar deneyin.',
  unsupported: 'Cüzdanınız bunu buradan yapamıyor. Cüzdanda yapıp tekrar deneyin.',
  insufficient: 'Cüzdan, bakiyenin bunun için yetersiz olduğunu bildiriyor. Ödeme gönderilmedi.',
  would_revert: 'Ağ şu anda bu ödemeyi reddederdi, bu yüzden ödeme gönderilmedi.',
  wrong_checksum:
    'Cüzdanınızın bildirdiği adresin sağlama toplamı yanlış. Başka bir hesap veya cüzdan kullanın.',
  failed: 'Cüzdan net bir yanıt vermedi. Tekrar denemeden önce cüzdanın etkinliklerine bakın.',
  unloaded: laterMessages.unloaded,
  left_open: 'Bu sayfanın bir isteği cüzdanınızda hâlâ açık olabilir. Ödemeden önce oraya bakın.',
  seen: 'Bu bağlantının bir ödemesi zaten ağda ve onayları bekliyor. Sizinse tekrar ödemeyin.',
  unseen: 'Ağda bulunan bir ödeme artık ağda yok. Sizinse tekrar ödemeden önce cüzdanınıza bakın.',
  taken_back:
    'Bu ödeme tamamlanmıştı, ancak ağ onu içeren bloğu geri aldı. Sizinse tekrar ödemeden önce cüzdanınıza bakın.',
  wrong_account:
    'Cüzdanınız başka bir hesap adına yanıt verdi. Ödeme yapmak istediğiniz hesabı seçin.',
  other_tab:
    'Bu tarayıcının başka bir sekmesi bu ödeme için cüzdanınızdan onay istiyor. Orada devam edin veya önce o sekmeyi kapatın.',
  cancelled: 'Ödeme cüzdanınızda iptal edildi. Ödeme gönderilmedi.',
  changed: 'Ödeme yenilendi ve değişti. Lütfen tekrar inceleyin.',
  unmined: 'Önceki işlem ağda bulunamadı. Ödemeden önce cüzdanınızı kontrol edin.',
  approval_reverted: 'Harcama izni ağda başarısız oldu. Ödeme gönderilmedi; ağ ücreti harcandı.',
  part_reverted:
    'Ağ bu bölümü reddetti, bu yüzden bu bölümden hiçbir ödeme yapılmadı; ağ ücreti harcandı.',
  proposed:
    'Bu bağlantıyı ödeyebilecek bir Safe işlemi önerildi. Şimdi ödeyen kişi iki kez ödemiş olabilir.',
};

function completeAfter(blocks: number): string {
  return `${blocks} blok sonra tamamlanır`;
}

/** The warning of a payment that is on the network, with what it waits for. */
function seenText({ blockNumber, blocksLeft, again }: Seen): string {
  const complete =
    blocksLeft === undefined
      ? 'ağ bu bloğu onaylayınca tamamlanır'
      : blocksLeft > 0
        ? completeAfter(blocksLeft)
        : 'birazdan tamamlanır';
  return `${again === true ? 'Bu ödeme, ağ bloğunu geri alana kadar tamamlanmıştı. ' : ''}${NOTICES.seen} Ödeme ${blockNumber} numaralı blokta ve ${complete}.`;
}

/** The Turkish texts from the choice of a wallet on, and of links that lead to none. */
export const paymentMessages = {
  ways: {
    none: 'Bu tarayıcıda cüzdan bulunamadı.',
    elsewhere: 'Başka bir cihazla öde',
    testWalletNote: 'Test cüzdanları bu sayfanın içindedir ve yalnızca test parası barındırır.',
    sandboxOnly: 'Test modunda bu ağda yalnızca test cüzdanları ödeme yapabilir.',
  },
  ...laterMessages,
  titles: {
    connecting: 'Cüzdanınızı açın',
    switching: 'Cüzdanınızı açın',
    signing: 'Cüzdanınızı açın',
    approving: 'Harcama izni yolda',
    confirming: 'Ödeme yolda',
    crosschain: 'Ödeme yolda',
    elsewhere: 'Başka bir ağdan öde',
    proposed: 'İmzalar bekleniyor',
    not_allowed: 'Cüzdana izin verilmiyor',
    short: 'Bakiye yetersiz',
    no_gas: 'Ağ ücreti için yetersiz',
    mismatch: 'Ödemeyin',
    reverted: 'Ödenmedi',
    unreachable: 'Ulaşılamıyor',
    expired: 'Bağlantının süresi doldu',
    closed: 'Kullanılamıyor',
    unknown: 'Bağlantı geçerli değil',
    done: 'Ödeme tamamlandı',
  },
  nothingCharged: 'Hiçbir tutar çekilmedi.',
  empty: {
    title: 'Ödeme bağlantısı yok',
    text: 'Bu sayfa bir ödeme bağlantısıyla açılır. Ödeme almak isteyen kişiden bağlantısını isteyin; bağlantı “?token=…” ile biter.',
  },
  unknown: {
    title: 'Bu bağlantı geçerli değil',
    text: 'Bağlantının tamamının kopyalandığını kontrol edin veya yeni bir bağlantı isteyin.',
  },
  closed: {
    title: 'Bu ödeme kullanılamıyor',
    text: 'Bağlantı artık kullanılamaz, bu yüzden burada hiçbir şey ödenemez. Bağlantıyı gönderen kişiden yenisini isteyin.',
  },
  unsupported: {
    title: 'Bu ödeme burada yapılamıyor',
    text: 'Bu sayfa ödeme türünü, ağı veya token’ı tanımıyor. Bağlantıyı gönderen kişiye sorun.',
  },
  proposed: {
    title: 'Bir Safe’te imzalar bekleniyor',
    text: 'Henüz hiçbir ödeme yapılmadı. Sahipleri, bu bağlantıyı ödeyen işlemi imzalar ve yürütür. Bu sayfayı kapatabilirsiniz.',
  },
  unreachable: {
    title: 'Ödeme hizmetine ulaşamıyoruz',
    text: 'Denemeyi sürdürüyoruz.',
  },
  checks: {
    running: { title: 'Cüzdanınız kontrol ediliyor', text: 'Bu birkaç saniye sürer.' },
    failed: {
      title: 'Cüzdanınız kontrol edilemedi',
      text: 'Denemeyi sürdürüyoruz. Olmazsa daha sonra tekrar gelin.',
    },
  },
  limited: {
    title: 'İnternet bağlantınızdan çok fazla istek geldi',
    text: (seconds: number) =>
      `Bu sayfa ${durationText('tr', seconds)} içinde kendiliğinden devam eder.`,
  },
  charged: {
    fees: 'Hiçbir ödeme yapılmadı. Yalnızca daha önce imzaladığınız işlemin ağ ücreti harcandı.',
    part: 'Daha önce ödedikleriniz ödenmiş olarak kalır. Bundan fazlası çekilmedi.',
    open: 'Bu ödeme için önceki bir istek cüzdanınızda hâlâ açık veya yolda olabilir. Ödemeden önce oraya bakın.',
  },
  expired: {
    title: 'Bu bağlantının süresi doldu',
    text: 'Artık ödenemez. Bağlantıyı gönderen kişiden yenisini isteyin.',
    since: (when: string) => `Süresinin dolduğu tarih: ${when}.`,
    takenBack:
      'Bu ödeme tamamlanmıştı, ancak ağ onu içeren bloğu geri aldı. Ağ ödemeyi yeniden aldığında ödeme yine tamamlanmış olur.',
  },
  asking: 'Bu cüzdan kontrol ediliyor. Bu birkaç saniye sürer.',
  notAllowed: {
    title: 'Bu cüzdan bu ödeme için kullanılamaz',
    text: 'Başka bir cüzdan kullanın veya size bağlantıyı gönderen kişiye sorun.',
  },
  mismatch: {
    title: 'Bunu ödemeyin',
    link: 'bu bağlantının bilgileri birbiriyle çelişiyor',
    text: (problem: string) =>
      `İmzalayacağınız şey bu sayfanın gösterdiği değil: ${problem}. Gönderilmedi ve burada imzalanacak bir şey yok. Size bağlantıyı gönderen kişiye bildirin.`,
  },
  preparing: 'Ödeme hazırlanıyor ve kontrol ediliyor…',
  refresh: 'Tekrar kontrol et',
  short: {
    title: 'Bakiye yetersiz',
    need: (amount: string, network: string) => `${network} ağında ${amount} daha gerekiyor.`,
    needTotal: (amount: string, network: string) => `${network} ağında ${amount} gerekiyor.`,
    have: (amount: string) => `Bu cüzdandaki bakiye: ${amount}.`,
    headroom: (coin: string) => `Ağın ${coin} cinsinden ücreti buna eklenir.`,
    fund: 'Eksik tutarı kendi cüzdanınıza gönderin, sonra tekrar kontrol edin:',
  },
  noGas: {
    title: (coin: string) => `Ağ ücreti için ${coin} yetersiz`,
    text: (coin: string, network: string) =>
      `Token’larınız var, ancak ağ ücretini ${coin} olarak ister. ${network} ağında biraz ${coin} ekleyin, sonra tekrar kontrol edin.`,
    about: (fee: string) => `Yaklaşık ${fee} yeterlidir.`,
  },
  switching: (wallet: string, network: string) =>
    `${network} ağına geçmek için cüzdanınızda onaylayın: ${wallet}`,
  switchByHand: (network: string) => `Bu olmazsa cüzdanda ${network} ağını kendiniz seçin.`,
  confirmIn: (wallet: string) => `Cüzdanınızda onaylayın: ${wallet}`,
  confirming: {
    title: 'Ödemeniz yolda',
    sent: 'Ağa gönderildi',
    relaying: 'Ağa gönderiliyor',
    waiting: 'Ağ bekleniyor',
    confirmations: (done: number, of: number | undefined) =>
      of === undefined
        ? `${done} onay`
        : `${Math.min(done, of)}/${of} onay${done < of ? `; ${completeAfter(of - done)}` : ''}`,
    inBlock: (block: number) => `${block} numaralı blokta görüldü`,
    word: 'Ağ bu bloğu onaylayınca ödeme tamamlanır.',
    vanished:
      'Ağ, ödemenizi içeren bloğu geri aldı. Çoğunlukla ödemeyi kendiliğinden yeniden alır, bu yüzden henüz tekrar ödemeyin.',
    settling: 'Onaylandı. Alıcıya bildiriliyor…',
    typical: (network: string, seconds: number) =>
      `Bu, ${network} ağında genellikle yaklaşık ${durationText('tr', seconds)} sürer.`,
    close: 'Bu sayfayı kapatabilirsiniz. Ödeme sayfa olmadan da devam eder.',
    replaced: 'Cüzdanınız işlemin yeni bir sürümünü gönderdi. Artık onu izliyoruz.',
    offline:
      'Ödeme hizmeti şu anda yanıt vermiyor. İşleminiz bundan etkilenmez; sormayı sürdürüyoruz.',
    lost: 'Ağ bu işlemi artık tanımıyor. Tekrar ödemeden önce işlemin düşüp düşmediğine cüzdanınızdan bakın.',
    startOver: 'İşlem düştü: yeniden başla',
  },
  done: {
    title: 'Bu ödeme tamamlandı',
    partly: 'Bunun bir bölümü ödendi',
    final: 'Ödeme kesinleşti.',
    print: 'Makbuzu yazdır',
    localChain: 'Bu test ödemesi, herkese açık gezginlerin tanımadığı yerel bir zincirdedir.',
    redirect: 'Geri dön ve kapat',
    leadsTo: 'Gidilecek site:',
  },
  explorer: 'İşlemi görüntüle',
  transaction: 'İşlem',
  notices: NOTICES,
  seen: seenText,
} satisfies Translation<typeof englishMessages>;
