// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./BridgeTypes.sol";

/// Stands for Uniswap's first router of version 3: swaps tokens of the sandbox at the rate of the test feeds, less the
/// fee of the pool that is named. It has what it pays out minted, so no pool can be empty.
contract SandboxSwapRouter {
    struct ExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    /// The one token that is no dollar, and the feed of its price; both zero where there is none.
    address public immutable pricedToken;
    address public immutable priceFeed;
    /// What swaps give less than the rate says, of 10,000: a market that moves after a quote.
    uint256 public shortfallBps;

    event Swapped(address indexed tokenIn, address indexed tokenOut, address recipient, uint256 amountIn, uint256 amountOut);

    constructor(address pricedToken_, address priceFeed_) {
        pricedToken = pricedToken_;
        priceFeed = priceFeed_;
    }

    /// Anybody may move the market of the sandbox.
    function setShortfall(uint256 bps) external {
        require(bps < 10_000, "more than all");
        shortfallBps = bps;
    }

    function exactInputSingle(ExactInputSingleParams calldata params) external payable returns (uint256 amountOut) {
        require(block.timestamp <= params.deadline, "Transaction too old");
        require(msg.value == 0, "coins are not swapped here");
        require(params.tokenIn != params.tokenOut && params.fee < 1e6, "no pool");
        require(params.sqrtPriceLimitX96 == 0, "limits of the price are not kept here");
        uint256 afterFee = (params.amountIn * (1e6 - params.fee)) / 1e6;
        amountOut = (afterFee * priceOf(params.tokenIn)) / priceOf(params.tokenOut);
        amountOut = (amountOut * (10_000 - shortfallBps)) / 10_000;
        require(amountOut >= params.amountOutMinimum, "Too little received");
        Tokens.transferFrom(params.tokenIn, msg.sender, address(this), params.amountIn);
        mint(params.tokenOut, params.recipient, amountOut);
        emit Swapped(params.tokenIn, params.tokenOut, params.recipient, params.amountIn, amountOut);
    }

    /// What one unit costs, in dollars with 44 decimals.
    function priceOf(address token) private view returns (uint256) {
        uint256 dollars = 1e8;
        if (token == pricedToken && token != address(0)) {
            (bool success, bytes memory answer) = priceFeed.staticcall(abi.encodeWithSignature("latestAnswer()"));
            require(success && answer.length == 32, "no price");
            dollars = uint256(abi.decode(answer, (int256)));
        }
        return dollars * 10 ** (36 - decimalsOf(token));
    }

    function decimalsOf(address token) private view returns (uint256 decimals) {
        (bool success, bytes memory answer) = token.staticcall(abi.encodeWithSignature("decimals()"));
        require(success && answer.length == 32, "no token");
        decimals = abi.decode(answer, (uint256));
    }

    function mint(address token, address to, uint256 units) private {
        (bool success,) = token.call(abi.encodeWithSignature("mint(address,uint256)", to, units));
        require(success, "no liquidity");
    }
}
