// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What a payer signs for a whole schedule, as the published contract of version 0.1.0 hashes it.
struct SchedulePermit {
    address subscriber;
    address token;
    address recipient;
    address feeAddress;
    uint128 amount;
    uint128 feeAmount;
    uint128 relayerFee;
    uint32 periodSeconds;
    uint32 firstPayment;
    uint8 totalPayments;
    uint256 nonce;
    uint256 deadline;
    bool strictOrder;
}

interface IPaymentProxy {
    function transferFromWithReferenceAndFee(
        address token,
        address to,
        uint256 amount,
        bytes calldata paymentReference,
        uint256 feeAmount,
        address feeAddress
    ) external;
}

interface IInstalmentToken {
    function transferFrom(address from, address to, uint256 units) external returns (bool);
    function transfer(address to, uint256 units) external returns (bool);
    function approve(address spender, uint256 units) external returns (bool);
}

/// Written anew for local nodes with the published functions, struct, domain, errors and order of checks of
/// ERC20RecurringPaymentProxy 0.1.0, whose code is not published: this is Florin's and stands on no public network.
/// It keeps what is odd about that contract: what tokens answer is ignored, only keys sign, indexes begin with 1, index 0
/// is an arithmetic panic, nothing cancels a schedule, and the caller chooses the reference.
contract SandboxRecurringPaymentProxy {
    bytes32 public constant DEFAULT_ADMIN_ROLE = 0;
    bytes32 public constant RELAYER_ROLE = keccak256("RELAYER_ROLE");

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant PERMIT_TYPEHASH = keccak256(
        "SchedulePermit(address subscriber,address token,address recipient,address feeAddress,uint128 amount,uint128 feeAmount,uint128 relayerFee,uint32 periodSeconds,uint32 firstPayment,uint8 totalPayments,uint256 nonce,uint256 deadline,bool strictOrder)"
    );
    /// Of two equivalent signatures, the one with the lower s counts.
    uint256 private constant S_MAX = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    address public owner;
    bool public paused;
    address public erc20FeeProxy;
    /// Bit 1 << index is set once that instalment was taken.
    mapping(bytes32 digest => uint256 bits) public triggeredPaymentsBitmap;
    /// Written only where the order is strict.
    mapping(bytes32 digest => uint8 index) public lastPaymentIndex;
    mapping(bytes32 role => mapping(address account => bool)) private members;
    bool private entered;

    error ERC20RecurringPaymentProxy__BadSignature();
    error ERC20RecurringPaymentProxy__SignatureExpired();
    error ERC20RecurringPaymentProxy__IndexTooLarge();
    error ERC20RecurringPaymentProxy__PaymentOutOfOrder();
    error ERC20RecurringPaymentProxy__IndexOutOfBounds();
    error ERC20RecurringPaymentProxy__NotDueYet();
    error ERC20RecurringPaymentProxy__AlreadyPaid();
    error ERC20RecurringPaymentProxy__ZeroAddress();

    event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);
    event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
    event Paused(address account);
    event Unpaused(address account);

    constructor(address admin, address relayer, address feeProxy) {
        if (admin == address(0) || relayer == address(0) || feeProxy == address(0)) {
            revert ERC20RecurringPaymentProxy__ZeroAddress();
        }
        setRole(DEFAULT_ADMIN_ROLE, admin, true);
        setRole(RELAYER_ROLE, relayer, true);
        owner = admin;
        emit OwnershipTransferred(address(0), admin);
        erc20FeeProxy = feeProxy;
    }

    function triggerRecurringPayment(
        SchedulePermit calldata p,
        bytes calldata signature,
        uint8 index,
        bytes calldata paymentReference
    ) external {
        require(!paused, "Pausable: paused");
        if (!members[RELAYER_ROLE][msg.sender]) {
            revert(
                string.concat(
                    "AccessControl: account ",
                    hexText(uint160(msg.sender), 20),
                    " is missing role ",
                    hexText(uint256(RELAYER_ROLE), 32)
                )
            );
        }
        require(!entered, "ReentrancyGuard: reentrant call");
        entered = true;
        takeIndex(p, signature, index);
        pay(p, paymentReference);
        entered = false;
    }

    function takeIndex(SchedulePermit calldata p, bytes calldata signature, uint8 index) private {
        bytes32 digest = digestOf(p);
        if (signerOf(digest, signature) != p.subscriber) revert ERC20RecurringPaymentProxy__BadSignature();
        if (block.timestamp > p.deadline) revert ERC20RecurringPaymentProxy__SignatureExpired();
        if (p.strictOrder) {
            if (index != lastPaymentIndex[digest] + 1) revert ERC20RecurringPaymentProxy__PaymentOutOfOrder();
            lastPaymentIndex[digest] = index;
        }
        if (index > p.totalPayments) revert ERC20RecurringPaymentProxy__IndexOutOfBounds();
        uint256 dueAt = p.firstPayment + uint256(index - 1) * p.periodSeconds;
        if (block.timestamp < dueAt) revert ERC20RecurringPaymentProxy__NotDueYet();
        uint256 bit = uint256(1) << index;
        uint256 bits = triggeredPaymentsBitmap[digest];
        if (bits & bit != 0) revert ERC20RecurringPaymentProxy__AlreadyPaid();
        triggeredPaymentsBitmap[digest] = bits | bit;
    }

    function pay(SchedulePermit calldata p, bytes calldata paymentReference) private {
        address proxy = erc20FeeProxy;
        // Sums of 128 bits, which panic when they are larger.
        uint128 total = p.amount + p.feeAmount + p.relayerFee;
        ignore(p.token, abi.encodeCall(IInstalmentToken.transferFrom, (p.subscriber, address(this), total)));
        ignore(p.token, abi.encodeCall(IInstalmentToken.approve, (proxy, 0)));
        ignore(p.token, abi.encodeCall(IInstalmentToken.approve, (proxy, p.amount + p.feeAmount)));
        IPaymentProxy(proxy).transferFromWithReferenceAndFee(
            p.token, p.recipient, p.amount, paymentReference, p.feeAmount, p.feeAddress
        );
        if (p.relayerFee != 0) {
            ignore(p.token, abi.encodeCall(IInstalmentToken.transfer, (msg.sender, p.relayerFee)));
        }
    }

    /// What a token answers, a revert included, changes nothing.
    function ignore(address token, bytes memory data) private {
        require(token.code.length > 0, "not a contract");
        (bool success,) = token.call(data);
        success;
    }

    function digestOf(SchedulePermit calldata p) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256("ERC20RecurringPaymentProxy"),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, keccak256(abi.encode(PERMIT_TYPEHASH, p))));
    }

    function signerOf(bytes32 digest, bytes calldata signature) private pure returns (address signer) {
        require(signature.length == 65, "ECDSA: invalid signature length");
        bytes32 s = bytes32(signature[32:64]);
        require(uint256(s) <= S_MAX, "ECDSA: invalid signature 's' value");
        signer = ecrecover(digest, uint8(signature[64]), bytes32(signature[0:32]), s);
        require(signer != address(0), "ECDSA: invalid signature");
    }

    function hexText(uint256 value, uint256 size) private pure returns (string memory) {
        bytes memory text = new bytes(2 + 2 * size);
        text[0] = "0";
        text[1] = "x";
        for (uint256 i = 2 * size + 1; i > 1; i--) {
            text[i] = bytes16("0123456789abcdef")[value & 15];
            value >>= 4;
        }
        return string(text);
    }

    function setRole(bytes32 role, address account, bool isMember) private {
        if (members[role][account] == isMember) return;
        members[role][account] = isMember;
        if (isMember) emit RoleGranted(role, account, msg.sender);
        else emit RoleRevoked(role, account, msg.sender);
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    function hasRole(bytes32 role, address account) external view returns (bool) {
        return members[role][account];
    }

    function setRelayer(address oldRelayer, address newRelayer) external onlyOwner {
        if (newRelayer == address(0)) revert ERC20RecurringPaymentProxy__ZeroAddress();
        setRole(RELAYER_ROLE, oldRelayer, false);
        setRole(RELAYER_ROLE, newRelayer, true);
    }

    function setFeeProxy(address newProxy) external onlyOwner {
        if (newProxy == address(0)) revert ERC20RecurringPaymentProxy__ZeroAddress();
        erc20FeeProxy = newProxy;
    }

    function pause() external onlyOwner {
        paused = true;
        emit Paused(msg.sender);
    }

    function unpause() external onlyOwner {
        paused = false;
        emit Unpaused(msg.sender);
    }
}
