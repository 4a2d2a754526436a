// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./BridgeTypes.sol";

interface IMessageHandler {
    function handleV3AcrossMessage(address tokenSent, uint256 amount, address relayer, bytes memory message) external;
}

/// Stands for Across' spoke pool: deposits of tokens, one fill for each before its deadline, and refunds after it. Refunds
/// follow from no Merkle root here: the operator of the sandbox makes them, each deposit at most once.
contract SandboxSpokePool {
    uint32 public constant depositQuoteTimeBuffer = 3600;
    uint32 public constant fillDeadlineBuffer = 21600;
    /// Above it an exclusivity parameter is a time, below it a number of seconds.
    uint32 public constant MAX_EXCLUSIVITY_PERIOD_SECONDS = 31536000;

    struct RelayExecutionInfo {
        bytes32 updatedRecipient;
        bytes32 updatedMessageHash;
        uint256 updatedOutputAmount;
        uint8 fillType;
    }

    /// What the log of a deposit has beside its topics.
    struct Deposited {
        bytes32 inputToken;
        bytes32 outputToken;
        uint256 inputAmount;
        uint256 outputAmount;
        uint32 quoteTimestamp;
        uint32 fillDeadline;
        uint32 exclusivityDeadline;
        bytes32 recipient;
        bytes32 exclusiveRelayer;
        bytes message;
    }

    /// What the log of a fill has beside its topics.
    struct Filled {
        bytes32 inputToken;
        bytes32 outputToken;
        uint256 inputAmount;
        uint256 outputAmount;
        uint256 repaymentChainId;
        uint32 fillDeadline;
        uint32 exclusivityDeadline;
        bytes32 exclusiveRelayer;
        bytes32 depositor;
        bytes32 recipient;
        bytes32 messageHash;
        RelayExecutionInfo relayExecutionInfo;
    }

    struct Refundable {
        address token;
        address depositor;
        uint256 units;
        uint32 fillDeadline;
    }

    error InvalidQuoteTimestamp();
    error InvalidFillDeadline();
    error InvalidExclusiveRelayer();
    error ExpiredFillDeadline();
    error NotExclusiveRelayer();
    error RelayFilled();
    error MsgValueDoesNotMatchInputAmount();

    event FundsDeposited(
        bytes32 inputToken,
        bytes32 outputToken,
        uint256 inputAmount,
        uint256 outputAmount,
        uint256 indexed destinationChainId,
        uint256 indexed depositId,
        uint32 quoteTimestamp,
        uint32 fillDeadline,
        uint32 exclusivityDeadline,
        bytes32 indexed depositor,
        bytes32 recipient,
        bytes32 exclusiveRelayer,
        bytes message
    );
    event FilledRelay(
        bytes32 inputToken,
        bytes32 outputToken,
        uint256 inputAmount,
        uint256 outputAmount,
        uint256 repaymentChainId,
        uint256 indexed originChainId,
        uint256 indexed depositId,
        uint32 fillDeadline,
        uint32 exclusivityDeadline,
        bytes32 exclusiveRelayer,
        bytes32 indexed relayer,
        bytes32 depositor,
        bytes32 recipient,
        bytes32 messageHash,
        RelayExecutionInfo relayExecutionInfo
    );
    event ExecutedRelayerRefundRoot(
        uint256 amountToReturn,
        uint256 indexed chainId,
        uint256[] refundAmounts,
        uint32 indexed rootBundleId,
        uint32 indexed leafId,
        address l2TokenAddress,
        address[] refundAddresses,
        bool deferredRefunds,
        address caller
    );

    address public immutable operator;
    uint32 public numberOfDeposits;
    uint32 public numberOfRefunds;
    mapping(bytes32 relayHash => uint256 status) public fillStatuses;
    mapping(uint256 depositId => Refundable deposit) public refundable;

    constructor(address operator_) {
        operator = operator_;
    }

    /// `deposit(...)` of the public contract, whose twelve arguments are too many to be declared: they are
    /// encoded as a struct of them is, after its offset.
    fallback() external payable {
        require(msg.sig == DEPOSIT, "unknown function");
        if (msg.value > 0) revert MsgValueDoesNotMatchInputAmount();
        take(abi.decode(bytes.concat(bytes32(uint256(32)), msg.data[4:]), (DepositData)));
    }

    function take(DepositData memory data) private {
        uint256 time = block.timestamp;
        if (time < data.quoteTimestamp || time - data.quoteTimestamp > depositQuoteTimeBuffer) {
            revert InvalidQuoteTimestamp();
        }
        if (data.fillDeadline > time + fillDeadlineBuffer) revert InvalidFillDeadline();
        uint32 exclusivityDeadline = data.exclusivityParameter;
        if (exclusivityDeadline > 0) {
            if (exclusivityDeadline <= MAX_EXCLUSIVITY_PERIOD_SECONDS) exclusivityDeadline += uint32(time);
            if (data.exclusiveRelayer == 0) revert InvalidExclusiveRelayer();
        }
        uint256 depositId = numberOfDeposits++;
        address token = address(uint160(uint256(data.inputToken)));
        address depositor = address(uint160(uint256(data.depositor)));
        refundable[depositId] = Refundable(token, depositor, data.inputAmount, data.fillDeadline);
        Tokens.transferFrom(token, msg.sender, address(this), data.inputAmount);
        // Too many values for `emit`: the same log from a struct, without the offset that begins its encoding.
        bytes memory encoded = abi.encode(
            Deposited(
                data.inputToken,
                data.outputToken,
                data.inputAmount,
                data.outputAmount,
                data.quoteTimestamp,
                data.fillDeadline,
                exclusivityDeadline,
                data.recipient,
                data.exclusiveRelayer,
                data.message
            )
        );
        bytes32 topic = FundsDeposited.selector;
        (uint256 destinationChainId, bytes32 indexedDepositor) = (data.destinationChainId, data.depositor);
        assembly {
            log4(add(encoded, 64), sub(mload(encoded), 32), topic, destinationChainId, depositId, indexedDepositor)
        }
    }

    function fillRelay(RelayData memory relay, uint256 repaymentChainId, bytes32 repaymentAddress) external {
        bool isExclusive = relay.exclusivityDeadline >= block.timestamp && relay.exclusiveRelayer != 0;
        if (isExclusive && relay.exclusiveRelayer != bytes32(uint256(uint160(msg.sender)))) {
            revert NotExclusiveRelayer();
        }
        if (relay.fillDeadline < block.timestamp) revert ExpiredFillDeadline();
        bytes32 relayHash = keccak256(abi.encode(relay, block.chainid));
        if (fillStatuses[relayHash] == 2) revert RelayFilled();
        fillStatuses[relayHash] = 2;
        report(relay, repaymentChainId, repaymentAddress);
        address token = address(uint160(uint256(relay.outputToken)));
        address recipient = address(uint160(uint256(relay.recipient)));
        Tokens.transferFrom(token, msg.sender, recipient, relay.outputAmount);
        if (relay.message.length > 0 && recipient.code.length > 0) {
            IMessageHandler(recipient).handleV3AcrossMessage(token, relay.outputAmount, msg.sender, relay.message);
        }
    }

    function report(RelayData memory relay, uint256 repaymentChainId, bytes32 relayer) private {
        bytes32 messageHash = relay.message.length == 0 ? bytes32(0) : keccak256(relay.message);
        bytes memory encoded = abi.encode(
            Filled(
                relay.inputToken,
                relay.outputToken,
                relay.inputAmount,
                relay.outputAmount,
                repaymentChainId,
                relay.fillDeadline,
                relay.exclusivityDeadline,
                relay.exclusiveRelayer,
                relay.depositor,
                relay.recipient,
                messageHash,
                RelayExecutionInfo(relay.recipient, messageHash, relay.outputAmount, 0)
            )
        );
        bytes32 topic = FilledRelay.selector;
        (uint256 originChainId, uint256 depositId) = (relay.originChainId, relay.depositId);
        assembly {
            log4(add(encoded, 32), mload(encoded), topic, originChainId, depositId, relayer)
        }
    }

    /// Stands for the execution of a refund root. Whether the deposit was filled on its destination, only
    /// the caller can know.
    function refundExpiredDeposit(uint256 depositId) external {
        require(msg.sender == operator, "not the operator");
        Refundable memory one = refundable[depositId];
        require(one.token != address(0), "no such deposit, or refunded");
        require(block.timestamp > one.fillDeadline, "not expired");
        delete refundable[depositId];
        Tokens.transfer(one.token, one.depositor, one.units);
        uint256[] memory amounts = new uint256[](1);
        address[] memory addresses = new address[](1);
        (amounts[0], addresses[0]) = (one.units, one.depositor);
        emit ExecutedRelayerRefundRoot(
            0, block.chainid, amounts, numberOfRefunds++, 0, one.token, addresses, false, msg.sender
        );
    }
}
