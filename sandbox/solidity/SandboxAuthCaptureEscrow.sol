// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./EscrowTypes.sol";

/// Holds what was authorised for one operator. Only the escrow moves it.
contract SandboxTokenStore {
    address public immutable authCaptureEscrow;

    constructor(address escrow) {
        authCaptureEscrow = escrow;
    }

    function sendTokens(address token, address recipient, uint256 amount) external returns (bool) {
        require(msg.sender == authCaptureEscrow, "not the escrow");
        SafeToken.pay(token, recipient, amount);
        return true;
    }
}

/// Stands for AuthCaptureEscrow of commerce-payments, written anew with its published functions, events, errors and order of checks:
/// an operator authorises a payment that its payer agreed to, takes it in parts, and voids or refunds the rest.
contract SandboxAuthCaptureEscrow {
    bytes32 public constant PAYMENT_INFO_TYPEHASH = keccak256(
        "PaymentInfo(address operator,address payer,address receiver,address token,uint120 maxAmount,uint48 preApprovalExpiry,uint48 authorizationExpiry,uint48 refundExpiry,uint16 minFeeBps,uint16 maxFeeBps,address feeReceiver,uint256 salt)"
    );
    uint16 private constant BPS_MAX = 10_000;

    struct State {
        bool hasCollected;
        uint120 capturable;
        uint120 refundable;
    }

    address public immutable tokenStoreImplementation;
    mapping(bytes32 hash => State state) public paymentState;
    bool private isEntered;

    event PaymentCharged(
        bytes32 indexed paymentInfoHash,
        PaymentInfo paymentInfo,
        uint256 amount,
        address tokenCollector,
        uint16 feeBps,
        address feeReceiver
    );
    event PaymentAuthorized(
        bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector
    );
    event PaymentCaptured(bytes32 indexed paymentInfoHash, uint256 amount, uint16 feeBps, address feeReceiver);
    event PaymentVoided(bytes32 indexed paymentInfoHash, uint256 amount);
    event PaymentReclaimed(bytes32 indexed paymentInfoHash, uint256 amount);
    event PaymentRefunded(bytes32 indexed paymentInfoHash, uint256 amount, address tokenCollector);
    event TokenStoreCreated(address indexed operator, address tokenStore);

    error InvalidSender(address sender, address expected);
    error ZeroAmount();
    error AmountOverflow(uint256 amount, uint256 limit);
    error ExceedsMaxAmount(uint256 amount, uint256 maxAmount);
    error AfterPreApprovalExpiry(uint48 timestamp, uint48 expiry);
    error InvalidExpiries(uint48 preApproval, uint48 authorization, uint48 refund);
    error FeeBpsOverflow(uint16 feeBps);
    error InvalidFeeBpsRange(uint16 minFeeBps, uint16 maxFeeBps);
    error FeeBpsOutOfRange(uint16 feeBps, uint16 minFeeBps, uint16 maxFeeBps);
    error ZeroFeeReceiver();
    error InvalidFeeReceiver(address attempted, address expected);
    error InvalidCollectorForOperation();
    error TokenCollectionFailed();
    error PaymentAlreadyCollected(bytes32 paymentInfoHash);
    error AfterAuthorizationExpiry(uint48 timestamp, uint48 expiry);
    error InsufficientAuthorization(bytes32 paymentInfoHash, uint256 authorizedAmount, uint256 requestedAmount);
    error ZeroAuthorization(bytes32 paymentInfoHash);
    error BeforeAuthorizationExpiry(uint48 timestamp, uint48 expiry);
    error AfterRefundExpiry(uint48 timestamp, uint48 expiry);
    error RefundExceedsCapture(uint256 refund, uint256 captured);
    error Reentrancy();

    constructor(address implementation) {
        tokenStoreImplementation = implementation;
    }

    /// One call at a time, by the one address that may make it.
    modifier by(address expected) {
        if (isEntered) revert Reentrancy();
        isEntered = true;
        if (msg.sender != expected) revert InvalidSender(msg.sender, expected);
        _;
        isEntered = false;
    }

    function authorize(PaymentInfo calldata info, uint256 amount, address collector, bytes calldata data)
        external
        by(info.operator)
    {
        checkTerms(info, amount);
        bytes32 hash = checkNew(info);
        paymentState[hash] = State(true, uint120(amount), 0);
        emit PaymentAuthorized(hash, info, amount, collector);
        collect(info, amount, collector, data, CollectorType.Payment);
    }

    function charge(
        PaymentInfo calldata info,
        uint256 amount,
        address collector,
        bytes calldata data,
        uint16 feeBps,
        address feeReceiver
    ) external by(info.operator) {
        checkTerms(info, amount);
        checkFee(info, feeBps, feeReceiver);
        bytes32 hash = checkNew(info);
        paymentState[hash] = State(true, 0, uint120(amount));
        emit PaymentCharged(hash, info, amount, collector, feeBps, feeReceiver);
        collect(info, amount, collector, data, CollectorType.Payment);
        distribute(info, amount, feeBps, feeReceiver);
    }

    function capture(PaymentInfo calldata info, uint256 amount, uint16 feeBps, address feeReceiver)
        external
        by(info.operator)
    {
        checkAmount(amount);
        checkFee(info, feeBps, feeReceiver);
        if (block.timestamp >= info.authorizationExpiry) {
            revert AfterAuthorizationExpiry(uint48(block.timestamp), info.authorizationExpiry);
        }
        bytes32 hash = getHash(info);
        State storage state = paymentState[hash];
        if (state.capturable < amount) revert InsufficientAuthorization(hash, state.capturable, amount);
        state.capturable -= uint120(amount);
        state.refundable += uint120(amount);
        emit PaymentCaptured(hash, amount, feeBps, feeReceiver);
        distribute(info, amount, feeBps, feeReceiver);
    }

    function void(PaymentInfo calldata info) external by(info.operator) {
        (bytes32 hash, uint256 amount) = release(info);
        emit PaymentVoided(hash, amount);
        send(info.operator, info.token, info.payer, amount);
    }

    function reclaim(PaymentInfo calldata info) external by(info.payer) {
        if (block.timestamp < info.authorizationExpiry) {
            revert BeforeAuthorizationExpiry(uint48(block.timestamp), info.authorizationExpiry);
        }
        (bytes32 hash, uint256 amount) = release(info);
        emit PaymentReclaimed(hash, amount);
        send(info.operator, info.token, info.payer, amount);
    }

    function refund(PaymentInfo calldata info, uint256 amount, address collector, bytes calldata data)
        external
        by(info.operator)
    {
        checkAmount(amount);
        if (block.timestamp >= info.refundExpiry) {
            revert AfterRefundExpiry(uint48(block.timestamp), info.refundExpiry);
        }
        bytes32 hash = getHash(info);
        uint120 captured = paymentState[hash].refundable;
        if (captured < amount) revert RefundExceedsCapture(amount, captured);
        paymentState[hash].refundable = captured - uint120(amount);
        emit PaymentRefunded(hash, amount, collector);
        collect(info, amount, collector, data, CollectorType.Refund);
        send(info.operator, info.token, info.payer, amount);
    }

    function getHash(PaymentInfo calldata info) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), keccak256(abi.encode(PAYMENT_INFO_TYPEHASH, info))));
    }

    /// Where the tokens of an operator are held: a minimal proxy whose address follows from the operator.
    function getTokenStore(address operator) public view returns (address) {
        bytes32 codeHash = keccak256(proxyCode());
        bytes32 salt = bytes32(bytes20(operator));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, codeHash)))));
    }

    function proxyCode() private view returns (bytes memory) {
        return abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", tokenStoreImplementation, hex"5af43d82803e903d91602b57fd5bf3"
        );
    }

    function checkAmount(uint256 amount) private pure {
        if (amount == 0) revert ZeroAmount();
        if (amount > type(uint120).max) revert AmountOverflow(amount, type(uint120).max);
    }

    function checkNew(PaymentInfo calldata info) private view returns (bytes32 hash) {
        hash = getHash(info);
        if (paymentState[hash].hasCollected) revert PaymentAlreadyCollected(hash);
    }

    function checkTerms(PaymentInfo calldata info, uint256 amount) private view {
        checkAmount(amount);
        if (amount > info.maxAmount) revert ExceedsMaxAmount(amount, info.maxAmount);
        if (block.timestamp >= info.preApprovalExpiry) {
            revert AfterPreApprovalExpiry(uint48(block.timestamp), info.preApprovalExpiry);
        }
        if (info.preApprovalExpiry > info.authorizationExpiry || info.authorizationExpiry > info.refundExpiry) {
            revert InvalidExpiries(info.preApprovalExpiry, info.authorizationExpiry, info.refundExpiry);
        }
        if (info.maxFeeBps > BPS_MAX) revert FeeBpsOverflow(info.maxFeeBps);
        if (info.minFeeBps > info.maxFeeBps) revert InvalidFeeBpsRange(info.minFeeBps, info.maxFeeBps);
    }

    function checkFee(PaymentInfo calldata info, uint16 feeBps, address feeReceiver) private pure {
        if (feeBps < info.minFeeBps || feeBps > info.maxFeeBps) {
            revert FeeBpsOutOfRange(feeBps, info.minFeeBps, info.maxFeeBps);
        }
        if (feeReceiver == address(0) && feeBps > 0) revert ZeroFeeReceiver();
        if (info.feeReceiver != address(0) && info.feeReceiver != feeReceiver) {
            revert InvalidFeeReceiver(feeReceiver, info.feeReceiver);
        }
    }

    function release(PaymentInfo calldata info) private returns (bytes32 hash, uint256 amount) {
        hash = getHash(info);
        amount = paymentState[hash].capturable;
        if (amount == 0) revert ZeroAuthorization(hash);
        paymentState[hash].capturable = 0;
    }

    function collect(
        PaymentInfo calldata info,
        uint256 amount,
        address collector,
        bytes calldata data,
        CollectorType expected
    ) private {
        if (ICollector(collector).collectorType() != expected) revert InvalidCollectorForOperation();
        address store = getTokenStore(info.operator);
        uint256 before = IEscrowToken(info.token).balanceOf(store);
        ICollector(collector).collectTokens(info, store, amount, data);
        if (IEscrowToken(info.token).balanceOf(store) != before + amount) revert TokenCollectionFailed();
    }

    function distribute(PaymentInfo calldata info, uint256 amount, uint16 feeBps, address feeReceiver) private {
        uint256 fee = amount * feeBps / BPS_MAX;
        if (fee > 0) send(info.operator, info.token, feeReceiver, fee);
        if (amount > fee) send(info.operator, info.token, info.receiver, amount - fee);
    }

    function send(address operator, address token, address recipient, uint256 amount) private {
        address store = getTokenStore(operator);
        if (store.code.length == 0) {
            bytes memory code = proxyCode();
            bytes32 salt = bytes32(bytes20(operator));
            assembly {
                store := create2(0, add(code, 32), mload(code), salt)
            }
            emit TokenStoreCreated(operator, store);
        }
        SandboxTokenStore(store).sendTokens(token, recipient, amount);
    }
}
