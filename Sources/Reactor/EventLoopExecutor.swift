extension EventLoop: SerialExecutor, TaskExecutor {
  package func enqueue(_ job: consuming ExecutorJob) { enqueue(.job(UnownedJob(job))) }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  package func checkIsolated() { preconditionOnLoop() }

  package func isIsolatingCurrentContext() -> Bool? { isOnLoop }
}
