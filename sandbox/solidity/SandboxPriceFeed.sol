// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A price feed of local nodes that anybody may move: its rate is a test's word and no market's. It
/// answers as Chainlink's feeds do, as far as the conversion contract and others read them.
contract SandboxPriceFeed {
    uint8 public constant decimals = 8;
    uint256 public constant version = 1;
    string public description;
    int256 public latestAnswer;
    /// When the rate was found, in seconds since 1970; 0 says that it is always fresh.
    uint256 public foundAt;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    constructor(string memory description_, int256 answer) {
        description = description_;
        latestAnswer = answer;
    }

    /// Sets the rate, in dollars with eight decimals, and `foundAt`.
    function set(int256 answer, uint256 foundAt_) external {
        latestAnswer = answer;
        foundAt = foundAt_;
        emit AnswerUpdated(answer, 1, latestTimestamp());
    }

    function latestTimestamp() public view returns (uint256) {
        return foundAt == 0 ? block.timestamp : foundAt;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, latestAnswer, latestTimestamp(), latestTimestamp(), 1);
    }
}
