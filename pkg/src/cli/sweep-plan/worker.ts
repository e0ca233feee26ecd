/** A thread that decides the scenarios that it is sent, and answers with their lines. */
import { parentPort, workerData } from "node:worker_threads";
import { Sweeper, type SweepInput } from "./decide.js";

const sweeper = new Sweeper(workerData as SweepInput);
parentPort?.on("message", (numbers: number[]) => {
  parentPort?.postMessage(numbers.map((number) => sweeper.line(number)));
});
